// Every field twice: at rest with a value, and with its error or reason.
import { useState } from 'react';
import {
  Button,
  Card,
  CheckboxField,
  CheckboxGroup,
  CodeField,
  ComboboxField,
  DateField,
  DateRangeField,
  type DayRange,
  FileDrop,
  type FileItem,
  Form,
  FormActions,
  FormRow,
  MoneyField,
  NumberField,
  RadioGroup,
  SearchField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  TimeField,
  toast,
} from '../ui';
import { Section } from './section';

const types = [
  { value: 'vacation', label: 'Vacation', description: '62 h available' },
  { value: 'sick', label: 'Sick', description: '34 h available' },
  { value: 'jury', label: 'Jury duty', disabled: true },
];

const states = ['Arizona', 'California', 'Colorado', 'Nevada', 'New Mexico', 'Texas', 'Utah'].map((name) => ({
  value: name.toLowerCase(),
  label: name,
}));

const uploads: FileItem[] = [
  { id: '1', name: 'handbook-2026.pdf', sizeBytes: 2_431_000, done: true },
  { id: '2', name: 'safety-training.docx', sizeBytes: 6_120_000, progress: 42 },
];

export function Fields() {
  return (
    <Section title="Fields and forms">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <RequestForm />
        <div className="flex flex-col gap-5">
          <MixedFields />
          <Choices />
        </div>
      </div>
    </Section>
  );
}

function RequestForm() {
  const [type, setType] = useState('');
  const [range, setRange] = useState<DayRange | null>({ start: '2026-11-23', end: '2026-11-25' });
  const [from, setFrom] = useState('08:00');
  const [hours, setHours] = useState<number | null>(8);
  const [note, setNote] = useState('');
  const [weekends, setWeekends] = useState(false);
  const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
  return (
    <Card title="Request time off">
      <Form onSubmit={() => toast('Request sent', { tone: 'ok' })} error="Some fields need your attention.">
        <SelectField
          label="Type"
          required
          options={types}
          value={type}
          onChange={setType}
          error={type ? undefined : 'Choose a type.'}
        />
        <DateRangeField
          label="Dates"
          required
          value={range}
          onChange={setRange}
          isUnavailable={weekends ? undefined : isWeekend}
          description="Weekends do not count unless you include them."
        />
        <CheckboxField label="Include weekends" value={weekends} onChange={setWeekends} />
        <FormRow>
          <TimeField label="Start time" value={from} onChange={setFrom} />
          <NumberField label="Hours per day" value={hours} onChange={setHours} min={0} max={24} step={0.5} suffix="h" />
        </FormRow>
        <TextAreaField
          label="Note"
          value={note}
          onChange={setNote}
          maxLength={250}
          placeholder="Anything your manager should know"
        />
        <FormActions>
          <Button variant="secondary">Cancel</Button>
          <Button type="submit">Submit request</Button>
        </FormActions>
      </Form>
    </Card>
  );
}

function MixedFields() {
  const [name, setName] = useState('Ana Delgado');
  const [code, setCode] = useState('417');
  const [secret, setSecret] = useState('atrium-demo');
  const [amount, setAmount] = useState('1250.5');
  const [birthday, setBirthday] = useState('1991-04-12');
  const [state, setState] = useState('');
  const [query, setQuery] = useState('');
  return (
    <Card title="Fields">
      <div className="flex flex-col gap-5">
        <SearchField label="Search name or code" value={query} onChange={setQuery} />
        <FormRow>
          <TextField label="Full name" required value={name} onChange={setName} />
          <TextField label="Password" type="password" value={secret} onChange={setSecret} />
        </FormRow>
        <CodeField label="Code from the text message" value={code} onChange={setCode} />
        <FormRow>
          <MoneyField label="Amount" value={amount} onChange={setAmount} />
          <DateField label="Date of birth" value={birthday} onChange={setBirthday} max="2026-11-15" />
        </FormRow>
        <ComboboxField
          label="State"
          options={states}
          value={state}
          onChange={setState}
          description="Where you work most days."
        />
        <TextField
          label="Employee code"
          value="10420"
          onChange={() => {}}
          tabular
          disabledReason="Only payroll can change your code."
        />
        <TextField
          label="Routing number"
          value="12345"
          onChange={() => {}}
          tabular
          error="A routing number has 9 digits."
        />
      </div>
    </Card>
  );
}

function Choices() {
  const [kind, setKind] = useState('balance');
  const [account, setAccount] = useState('checking');
  const [areas, setAreas] = useState(['time-off']);
  const [sms, setSms] = useState(true);
  const [files, setFiles] = useState(uploads);
  return (
    <Card title="Choices and files">
      <div className="flex flex-col gap-6">
        <RadioGroup
          label="Deposit"
          layout="cards"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'balance', label: 'Balance', description: 'All that is left' },
            { value: 'fixed', label: 'Fixed amount', description: 'The same each payday' },
          ]}
        />
        <RadioGroup
          label="Account type"
          layout="row"
          value={account}
          onChange={setAccount}
          options={[
            { value: 'checking', label: 'Checking' },
            { value: 'savings', label: 'Savings' },
            { value: 'moneyMarket', label: 'Money market' },
          ]}
        />
        <CheckboxGroup
          label="Areas"
          value={areas}
          onChange={setAreas}
          error={areas.length === 0 ? 'Choose at least one area.' : undefined}
          options={[
            { value: 'time-off', label: 'Time off' },
            { value: 'personal', label: 'Personal info' },
            { value: 'pay', label: 'Pay', disabled: true },
          ]}
        />
        <div className="flex flex-col divide-y divide-line">
          <SwitchField
            label="Text messages"
            value={sms}
            onChange={setSms}
            description="To the phone ending in 21."
            className="pb-2"
          />
          <SwitchField
            label="Security emails"
            value
            onChange={() => {}}
            disabledReason="These cannot be switched off."
            className="pt-1"
          />
        </div>
        <FileDrop
          label="Company documents"
          accept={['.pdf', '.doc', '.docx']}
          maxBytes={10_485_760}
          multiple
          items={files}
          onAdd={(added) =>
            setFiles([
              ...files,
              ...added.map((file) => ({ id: file.name, name: file.name, sizeBytes: file.size, done: true })),
            ])
          }
          onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
        />
      </div>
    </Card>
  );
}
