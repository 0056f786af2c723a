/** The pages behind the links in mails: a new password, a first password, and «this was not me». */
import { CircleCheck, KeyRound, Link2Off, MailCheck, ShieldAlert } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { Button, LinkButton, Notice } from '../ui';
import { Alert, type Trouble } from './Alert';
import { FormPage } from './FormPage';
import { Frame } from './Frame';
import { choosePassword, confirmEmail, findLink, freezeDeposit, keepSignInLink, type Link, notMe } from './links';
import { Message } from './Message';
import { Unreachable } from './messages';
import { PasswordField, usePasswordRefusal } from './PasswordField';
import { forgotPath, homePath, signInPath, upstreamPath } from './paths';
import { useText } from './text';
import { useLink } from './useLink';
import { failureText } from './useSignIn';

/** The address names the page; the token decides what it is good for. */
export default function LinkPage({ token }: { token: string }) {
  const { t } = useText();
  const find = useCallback(async () => {
    const answer = await findLink(token);
    return answer.outcome === 'found' ? { outcome: 'found' as const, thing: answer.link } : answer;
  }, [token]);
  const { state, retry, expire } = useLink(find);
  if (state.at === 'checking') return <Frame title={t('app.name')} />;
  if (state.at === 'gone') return <LinkGone />;
  if (state.at === 'unreachable') return <Unreachable attempt={state.attempt} isRetrying={false} onRetry={retry} />;
  switch (state.thing.kind) {
    case 'alarm':
    case 'unmerge':
      return <NotMe token={token} kind={state.thing.kind} onGone={expire} />;
    case 'email':
      return <ConfirmEmail token={token} link={state.thing} onGone={expire} />;
    case 'sign_in':
      return <SignInByLink token={token} link={state.thing} />;
    default:
      return <NewPassword token={token} link={state.thing} onGone={expire} />;
  }
}

export function LinkGone() {
  const { t } = useText();
  return (
    <Message icon={Link2Off} title={t('login.link.gone.title')} body={t('login.link.gone.body')}>
      <LinkButton href={signInPath}>{t('login.backToSignIn')}</LinkButton>
      <LinkButton href={forgotPath} variant="secondary">
        {t('login.forgot.link')}
      </LinkButton>
    </Message>
  );
}

function ConfirmEmail({ token, link, onGone }: { token: string; link: Link; onGone: () => void }) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  async function confirm() {
    setBusy(true);
    const { outcome } = await confirmEmail(token);
    setBusy(false);
    if (outcome === 'done') return setDone(true);
    if (outcome === 'linkGone') return onGone();
    const text = outcome === 'taken' ? 'error.EMAIL_TAKEN' : failureText();
    setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text }));
  }

  if (isDone)
    return (
      <Message icon={CircleCheck} title={t('login.confirmEmail.done.title')} body={t('login.confirmEmail.done.body')}>
        <LinkButton href={homePath}>{t('login.confirmEmail.done.next')}</LinkButton>
      </Message>
    );
  return (
    <Message
      icon={MailCheck}
      title={t('login.confirmEmail.title')}
      body={t('login.confirmEmail.body', { username: link.username })}
      detail={
        <div className="mt-6 w-full max-w-md text-left">
          <Alert trouble={trouble} />
        </div>
      }
    >
      <Button onPress={() => void confirm()} pending={isBusy} aria-label={t('login.confirmEmail.submit')}>
        {t('login.confirmEmail.submit')}
      </Button>
    </Message>
  );
}

/** A press, not the visit: programs that look at mail open its links. */
function SignInByLink({ token, link }: { token: string; link: Link }) {
  const { t } = useText();
  function go() {
    keepSignInLink(token);
    location.assign(signInPath);
  }
  return (
    <Message
      icon={KeyRound}
      title={t('login.byLink.title', { name: link.firstName })}
      body={t('login.byLink.body', { username: link.username })}
    >
      <Button onPress={go}>{t('login.submit')}</Button>
    </Message>
  );
}

function NewPassword({ token, link, onGone }: { token: string; link: Link; onGone: () => void }) {
  const { t } = useText();
  const { kind, username, firstName, minimumLength, upstreams = [] } = link;
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const refusal = usePasswordRefusal(minimumLength);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || refusal.refuse(password)) return;
    setBusy(true);
    setTrouble(null);
    const answer = await choosePassword(token, password);
    setBusy(false);
    if (answer.outcome === 'done') setNext(answer.next);
    else if (answer.outcome === 'refused') refusal.tell(answer);
    else if (answer.outcome === 'linkGone') onGone();
    else setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text: failureText() }));
  }

  if (next !== null)
    return (
      <Message icon={CircleCheck} title={t('login.newPassword.done.title')} body={t('login.newPassword.done.body')}>
        <LinkButton href={next}>{t('login.submit')}</LinkButton>
      </Message>
    );
  return (
    <FormPage
      title={kind === 'invitation' ? t('login.invitation.title', { name: firstName }) : t('login.newPassword.title')}
      lead={
        kind === 'invitation' ? t('login.invitation.lead', { username }) : t('login.newPassword.lead', { username })
      }
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Alert trouble={trouble} />
        {/* Tells a password manager whose password it is about to save. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField value={password} onChange={setPassword} refusal={refusal} />
        <Button type="submit" size="lg" wide pending={isBusy} aria-label={t('login.newPassword.submit')}>
          {t('login.newPassword.submit')}
        </Button>
      </form>
      {upstreams.length > 0 && (
        <div className="mt-6 flex flex-col gap-3">
          <p className="flex items-center gap-3 text-sm text-sub before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('login.or')}
          </p>
          {upstreams.map(({ id, name }) => (
            <LinkButton key={id} variant="secondary" size="lg" wide href={upstreamPath(id, { invitation: token })}>
              {t('login.upstream.continue', { name })}
            </LinkButton>
          ))}
        </div>
      )}
    </FormPage>
  );
}

const notMeTexts = {
  alarm: {
    title: 'login.notMe.title',
    body: 'login.notMe.body',
    submit: 'login.notMe.submit',
    doneTitle: 'login.notMe.done.title',
    doneBody: 'login.notMe.done.body',
  },
  unmerge: {
    title: 'login.unmerge.title',
    body: 'login.unmerge.body',
    submit: 'login.unmerge.submit',
    doneTitle: 'login.unmerge.done.title',
    doneBody: 'login.unmerge.done.body',
  },
  freeze: {
    title: 'login.freeze.title',
    body: 'login.freeze.body',
    submit: 'login.freeze.submit',
    doneTitle: 'login.freeze.done.title',
    doneBody: 'login.freeze.done.body',
  },
} as const;

type NotMeProps = { token: string; kind: keyof typeof notMeTexts; onGone: () => void };

/** One call for the account's own: the token tells the server what to take back. */
export function NotMe({ token, kind, onGone }: NotMeProps) {
  const { t } = useText();
  const texts = notMeTexts[kind];
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const [failures, setFailures] = useState(0);

  async function raise() {
    setBusy(true);
    const { outcome } = await (kind === 'freeze' ? freezeDeposit(token) : notMe(token));
    setBusy(false);
    if (outcome === 'done') setDone(true);
    else if (outcome === 'taken') setTaken(true);
    else if (outcome === 'linkGone') onGone();
    else setFailures((count) => count + 1);
  }

  if (isTaken)
    return (
      <Message icon={ShieldAlert} tone="bad" title={t('login.notMe.taken.title')} body={t('login.notMe.taken.body')} />
    );
  if (isDone) return <Message icon={CircleCheck} title={t(texts.doneTitle)} body={t(texts.doneBody)} />;
  return (
    <Message
      icon={ShieldAlert}
      tone="bad"
      title={t(texts.title)}
      body={t(texts.body)}
      detail={
        <div role="alert" className="w-full max-w-md text-left">
          {failures > 0 && (
            <Notice key={failures} tone="bad" className="mt-6">
              {t(failureText())}
            </Notice>
          )}
        </div>
      }
    >
      <Button variant="danger" onPress={() => void raise()} pending={isBusy} aria-label={t(texts.submit)}>
        {t(texts.submit)}
      </Button>
      <LinkButton href={signInPath} variant="secondary">
        {t('login.notMe.itWasMe')}
      </LinkButton>
    </Message>
  );
}
