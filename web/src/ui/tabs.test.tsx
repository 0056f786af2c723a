import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Tabs } from './tabs';

function Page({ keeps }: { keeps: boolean }) {
  return (
    <Tabs
      label="Resources"
      items={[
        { id: 'links', label: 'Links', content: <input aria-label="Link" />, keeps },
        { id: 'documents', label: 'Documents', content: <p>Handbook</p> },
      ]}
    />
  );
}

it('a view that is left goes, and one that keeps what was typed is only out of sight', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Page keeps />);
  await user.type(screen.getByLabelText('Link'), 'https://example.com');
  await user.click(screen.getByRole('tab', { name: 'Documents' }));
  expect(screen.getByText('Handbook')).toBeTruthy();
  expect(screen.getByLabelText('Link').closest('[inert]')?.className).toContain('hidden');
  await user.click(screen.getByRole('tab', { name: 'Links' }));
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('https://example.com');
  expect(screen.getByLabelText('Link').closest('[inert]')).toBeNull();
  rerender(<Page keeps={false} />);
  await user.click(screen.getByRole('tab', { name: 'Documents' }));
  expect(screen.queryByLabelText('Link')).toBeNull();
});
