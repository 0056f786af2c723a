/** The first administrator of a new installation, by the link that `atrium serve` prints once. */
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useCallback, useId, useState } from 'react';
import { Button, LinkButton, TextField } from '../ui';
import { Alert, type Trouble } from './Alert';
import { FormPage } from './FormPage';
import { Frame } from './Frame';
import { LinkGone } from './LinkPages';
import { findSetup, type Refusal, refusalText, type Setup, setUp } from './links';
import { Message } from './Message';
import { Unreachable } from './messages';
import { PasswordField, usePasswordRefusal } from './PasswordField';
import { useText } from './text';
import { useLink } from './useLink';
import { failureText } from './useSignIn';

/** Until a second factor is set up the password is the only one, and has to be long. */
const minimumLength = 15;

type Typed = Omit<Setup, 'language'>;

const textFields = ['tenantName', 'companyName', 'firstName', 'lastName', 'email', 'username'] as const;

const autoComplete = {
  tenantName: 'organization',
  companyName: 'off',
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  username: 'username',
} as const;

export default function SetupPage({ token }: { token: string }) {
  const { t } = useText();
  const find = useCallback(async () => {
    const answer = await findSetup(token);
    return answer.outcome === 'found' ? { ...answer, thing: null } : answer;
  }, [token]);
  const { state, retry, expire } = useLink<null>(find);
  if (state.at === 'checking') return <Frame title={t('login.setup.title')} />;
  if (state.at === 'gone') return <LinkGone />;
  if (state.at === 'unreachable') return <Unreachable attempt={state.attempt} isRetrying={false} onRetry={retry} />;
  return <SetupForm token={token} onGone={expire} />;
}

function SetupForm({ token, onGone }: { token: string; onGone: () => void }) {
  const { t, language } = useText();
  const [setup, setSetup] = useState<Typed>({
    tenantName: '',
    companyName: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    firstName: '',
    lastName: '',
    email: '',
    username: '',
    password: '',
  });
  const [isBusy, setBusy] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const [refused, setRefused] = useState<Pick<Refusal, 'field' | 'code'> | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const password = usePasswordRefusal(minimumLength);

  const change = (name: keyof Typed) => (value: string) => {
    setSetup((before) => ({ ...before, [name]: value }));
    setRefused((before) => (before?.field === name ? null : before));
  };

  function refuse(refusal: Pick<Refusal, 'field' | 'code' | 'minimumLength'>, form: HTMLFormElement) {
    if (refusal.field === 'password') return password.tell(refusal);
    setRefused(refusal);
    form.querySelector<HTMLElement>(`[name="${CSS.escape(refusal.field)}"]`)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    const empty = textFields.find((name) => setup[name].trim() === '');
    if (empty) return refuse({ field: empty, code: 'REQUIRED', minimumLength: null }, form);
    if (password.refuse(setup.password)) return;
    setBusy(true);
    setTrouble(null);
    const answer = await setUp(token, { ...setup, language });
    setBusy(false);
    if (answer.outcome === 'done') setNext(answer.next);
    else if (answer.outcome === 'refused') refuse(answer, form);
    else if (answer.outcome === 'linkGone') onGone();
    else setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text: failureText() }));
  }

  const field = (name: (typeof textFields)[number]) => (
    <TextField
      name={name}
      label={t(`login.setup.${name}`)}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete[name]}
      value={setup[name]}
      onChange={change(name)}
      error={refused?.field === name ? t(refusalText(refused.code)) : undefined}
    />
  );

  if (next !== null)
    return (
      <Message icon={CircleCheck} title={t('login.setup.done.title')} body={t('login.setup.done.body')}>
        <LinkButton href={next}>{t('login.submit')}</LinkButton>
      </Message>
    );
  return (
    <FormPage title={t('login.setup.title')} lead={t('login.setup.lead')}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Alert trouble={trouble} />
        {field('tenantName')}
        {field('companyName')}
        <TimeZone
          value={setup.timeZone}
          onChange={change('timeZone')}
          error={refused?.field === 'timeZone' ? t(refusalText(refused.code)) : null}
        />
        <h2 className="mt-2 border-t border-line pt-6 text-lg font-semibold tracking-tight">{t('login.setup.you')}</h2>
        {field('firstName')}
        {field('lastName')}
        {field('email')}
        {field('username')}
        <PasswordField value={setup.password} onChange={change('password')} refusal={password} />
        <Button type="submit" size="lg" wide pending={isBusy} aria-label={t('login.setup.submit')}>
          {t('login.setup.submit')}
        </Button>
      </form>
    </FormPage>
  );
}

type TimeZoneProps = { value: string; onChange: (value: string) => void; error: string | null };

/** Four hundred names: the browser's own list is the one everyone knows how to search, and it weighs nothing. */
function TimeZone({ value, onChange, error }: TimeZoneProps) {
  const { t } = useText();
  const id = useId();
  const names = Intl.supportedValuesOf('timeZone');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="w-fit text-sm font-semibold">
        {t('login.setup.timeZone')}
      </label>
      <select
        id={id}
        name="timeZone"
        value={value}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        className="focus-ring h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base max-sm:text-[1rem]"
      >
        {!names.includes(value) && <option value={value}>{value}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p id={`${id}-error`} className="text-sm font-medium text-bad-ink empty:hidden">
        {error}
      </p>
    </div>
  );
}
