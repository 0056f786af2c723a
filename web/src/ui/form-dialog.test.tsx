import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FormDialog } from './form-dialog';

function Page() {
  const [isOpen, setOpen] = useState(true);
  const [name, setName] = useState('');
  return (
    <FormDialog
      open={isOpen}
      onClose={() => setOpen(false)}
      title="Add contact"
      submitLabel="Add"
      pending={false}
      formId="contact"
      isDirty={name !== ''}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('a form nobody has typed into closes at once', async () => {
  render(<Page />);
  await userEvent.keyboard('{Escape}');
  await gone();
});

it('what was typed is asked about before it is thrown away, and kept unless somebody says so', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.type(screen.getByLabelText('Name'), 'Zoe');
  for (const way of ['{Escape}', 'Cancel']) {
    if (way === 'Cancel') await user.click(screen.getByRole('button', { name: 'Cancel' }));
    else await user.keyboard(way);
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Zoe');
  }
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await gone();
});
