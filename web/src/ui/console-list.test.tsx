import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConsoleList, type ConsoleListProps } from './console-list';
import { saveCsv } from './csv';

vi.mock('./csv', async (original) => ({ ...(await original<typeof import('./csv')>()), saveCsv: vi.fn() }));
afterEach(() => vi.clearAllMocks());

type Person = { id: string; name: string };
const words = {
  filters: (count: number) => `Filters ${count}`,
  clear: 'Clear filters',
  nothingTitle: 'Nothing matches',
  nothingBody: 'Try other words.',
  exportCsv: 'Export CSV',
};
const list = (more: Partial<ConsoleListProps<Person>>) =>
  render(
    <ConsoleList<Person>
      label="People"
      words={words}
      columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name }]}
      rows={[]}
      rowKey={({ id }) => id}
      onTurn={() => null}
      empty={{ title: 'No people yet' }}
      {...more}
    />,
  );

it('shows its rows', () => {
  list({ rows: [{ id: '1', name: 'Ana' }] });
  expect(screen.getByRole('table', { name: 'People' }).textContent).toContain('Ana');
});

it('says that it is loading', () => {
  list({ rows: undefined });
  expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-busy')).toBe('true');
});

it('tells an empty list from one in which nothing matches, and clears what narrows it', () => {
  list({});
  expect(screen.getByText('No people yet')).toBeTruthy();
  const onClear = vi.fn();
  list({ filterCount: 1, onClear });
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledOnce();
});

it('shows what went wrong in place of the list, with a way to retry', () => {
  const onRetry = vi.fn();
  list({ failure: { title: 'We couldn’t load them', onRetry } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.queryByRole('table')).toBeNull();
});

it('saves what the export loads, and nothing when it fails', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('Name\r\n');
  const failure = vi.fn(() => 'We couldn’t export them');
  list({ exporting: { fileName: 'people.csv', load, failure } });
  const button = () => screen.getByRole('button', { name: 'Export CSV' });
  fireEvent.click(button());
  await waitFor(() => expect(failure).toHaveBeenCalledOnce());
  expect(saveCsv).not.toHaveBeenCalled();
  await waitFor(() => expect(button().getAttribute('data-pending')).toBeNull());
  fireEvent.click(button());
  await waitFor(() => expect(saveCsv).toHaveBeenCalledWith('Name\r\n', 'people.csv'));
});
