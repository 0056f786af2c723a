import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button';
import { ConfirmDialog, Dialog } from './overlay';

function Page({ onConfirm = () => {} }: { onConfirm?: () => unknown }) {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onPress={() => setOpen('dialog')}>Edit</Button>
      <Button onPress={() => setOpen('confirm')}>Delete</Button>
      <Dialog open={open === 'dialog'} onClose={close} title="Change phone">
        <input aria-label="Phone" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete the account ending in 4821?"
        confirmLabel="Delete account"
        onConfirm={onConfirm}
      />
    </>
  );
}

it('a dialog keeps the focus inside and gives it back when Escape closes it', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Edit' });
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Change phone' });
  for (let presses = 0; presses < 4; presses += 1) {
    await user.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('a confirm names the thing and offers the harmless button first', async () => {
  const user = userEvent.setup();
  const confirm = vi.fn();
  render(<Page onConfirm={confirm} />);
  screen.getByRole('button', { name: 'Delete' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alertdialog', { name: 'Delete the account ending in 4821?' })).toBeTruthy();
  if (document.activeElement?.tagName !== 'BUTTON') await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(confirm).not.toHaveBeenCalled();
});

it('a confirm stays open when the act fails, and closes when it succeeds', async () => {
  const user = userEvent.setup();
  const confirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('refused')).mockResolvedValueOnce();
  render(<Page onConfirm={confirm} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(confirm).toHaveBeenCalledTimes(2);
});
