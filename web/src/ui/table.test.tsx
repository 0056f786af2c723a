import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Table, type TableColumn } from './table';

interface Stub {
  id: string;
  name: string;
  net: number;
}

const rows: Stub[] = [
  { id: 'a', name: 'Óscar', net: 100 },
  { id: 'b', name: 'zoe', net: 20 },
  { id: 'c', name: 'Ana', net: 3 },
];

const columns: TableColumn<Stub>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { id: 'net', header: 'Net', numeric: true, cell: (row) => `$${row.net}`, sortValue: (row) => row.net },
  { id: 'note', header: 'Note', cell: () => 'none', wideOnly: true },
];

function names() {
  return screen.getAllByRole('rowheader').map((cell) => cell.textContent);
}

function onScreen(narrow: boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: narrow,
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
}

afterEach(() => vi.restoreAllMocks());

describe('on a wide screen', () => {
  it('sorts words by the language and figures by size, and turns round on the second press', async () => {
    onScreen(false);
    const user = userEvent.setup();
    render(<Table label="Stubs" columns={columns} rows={rows} rowKey={(row) => row.id} />);
    expect(names()).toEqual(['Óscar', 'zoe', 'Ana']);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Ana', 'Óscar', 'zoe']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Net' }));
    expect(names()).toEqual(['Ana', 'zoe', 'Óscar']);
    await user.click(screen.getByRole('button', { name: 'Net' }));
    expect(names()).toEqual(['Óscar', 'zoe', 'Ana']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('none');
  });

  it('leaves the order to the caller when the caller sorts', async () => {
    onScreen(false);
    const user = userEvent.setup();
    const change = vi.fn();
    const byCaller = [{ id: 'name', header: 'Name', cell: (row: Stub) => row.name, sortable: true }];
    render(
      <Table label="Stubs" columns={byCaller} rows={rows} rowKey={(row) => row.id} sort={null} onSortChange={change} />,
    );
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(change).toHaveBeenCalledWith({ columnId: 'name', direction: 'ascending' });
    expect(names()).toEqual(['Óscar', 'zoe', 'Ana']);
  });

  it('opens rows by keyboard and walks them with the arrows', async () => {
    onScreen(false);
    const user = userEvent.setup();
    const open = vi.fn();
    render(<Table label="Stubs" columns={columns} rows={rows} rowKey={(row) => row.id} onRowPress={open} />);
    screen.getByRole('button', { name: 'Óscar' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(open).toHaveBeenCalledExactlyOnceWith(rows[1]);
  });
});

describe('on a phone', () => {
  it('each row becomes a card with the headers as labels', () => {
    onScreen(true);
    render(
      <Table
        label="Stubs"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowActions={() => <button type="button">Open</button>}
      />,
    );
    expect(screen.queryByRole('table')).toBeNull();
    const cards = within(screen.getByRole('list', { name: 'Stubs' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    const first = within(cards[0] as HTMLElement);
    expect(first.getByText('Óscar')).toBeTruthy();
    expect(first.getByText('Net').nextElementSibling?.textContent).toBe('$100');
    expect(first.queryByText('Note')).toBeNull();
    expect(first.getByRole('button', { name: 'Open' })).toBeTruthy();
  });

  it('can still be sorted', async () => {
    onScreen(true);
    const user = userEvent.setup();
    render(<Table label="Stubs" columns={columns} rows={rows} rowKey={(row) => row.id} />);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Net');
    await user.click(screen.getByRole('button', { name: 'Sort descending' }));
    expect(screen.getAllByRole('listitem').map((card) => card.textContent?.slice(0, 3))).toEqual(['Ósc', 'zoe', 'Ana']);
  });
});

it('shows the empty state instead of a table without rows', () => {
  render(<Table label="Stubs" columns={columns} rows={[]} rowKey={(row) => row.id} empty={<p>No stubs yet</p>} />);
  expect(screen.getByText('No stubs yet')).toBeTruthy();
});
