// A list of the console with its details, on made-up people.
import { useState } from 'react';
import { ConsoleList, csvText, DetailsDrawer, SelectField, useOpened } from '../ui';
import { Section } from './section';

const people = [
  { id: 'p1', name: 'Avery Chen', email: 'avery@cedar.example', state: 'Active' },
  { id: 'p2', name: 'Luis Ortega', email: 'luis@cedar.example', state: 'Active' },
  { id: 'p3', name: 'Sofía Herrera', email: 'sofia@cedar.example', state: 'Locked' },
];
type Person = (typeof people)[number];
const words = {
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  clear: 'Clear filters',
  nothingTitle: 'Nothing matches',
  nothingBody: 'Try other words, or clear the filters.',
  exportCsv: 'Export CSV',
};

export function ConsoleLists() {
  const [typed, setTyped] = useState('');
  const [state, setState] = useState('');
  const { opened, open, close } = useOpened<'details', Person>('details');
  const rows = people.filter(
    (person) => (!state || person.state === state) && person.name.toLowerCase().includes(typed.toLowerCase()),
  );
  return (
    <Section title="Console lists">
      <ConsoleList
        label="People"
        words={words}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
          { id: 'email', header: 'Email', cell: ({ email }) => email },
          { id: 'state', header: 'State', cell: (person) => person.state },
        ]}
        onRowPress={(person) => open('details', person)}
        search={{ label: 'Search people', value: typed, onChange: setTyped }}
        filters={
          <SelectField
            label="State"
            value={state}
            onChange={setState}
            options={['Active', 'Locked'].map((value) => ({ value, label: value }))}
            className="w-40"
          />
        }
        filterCount={state ? 1 : 0}
        onClear={() => {
          setTyped('');
          setState('');
        }}
        empty={{ title: 'No people yet' }}
        exporting={{
          fileName: 'people.csv',
          load: async () => csvText([{ header: 'Name', text: ({ name }: Person) => name }], rows),
          failure: () => 'We couldn’t export the list.',
        }}
        onTurn={() => null}
      />
      <DetailsDrawer
        open={opened.isOpen}
        onClose={close}
        title={opened.row?.name ?? ''}
        groups={[{ facts: [{ label: 'Email', value: opened.row?.email }] }]}
      />
    </Section>
  );
}
