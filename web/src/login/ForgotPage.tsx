/** A link is mailed, to choose a new password or to sign in without one. The answer is the same whether the account exists or not. */
import { MailCheck } from 'lucide-react';
import { type FormEvent, use, useRef, useState } from 'react';
import { Button, Link, LinkButton, TextField } from '../ui';
import { Alert, type Trouble } from './Alert';
import { FormPage } from './FormPage';
import { mailLink, type Wanted } from './links';
import { Message } from './Message';
import { signInPath } from './paths';
import { useText } from './text';
import { TypedName } from './typed-name';
import { failureText } from './useSignIn';

const texts = {
  newPassword: { title: 'login.forgot.title', lead: 'login.forgot.lead' },
  signIn: { title: 'login.mailLink.title', lead: 'login.mailLink.lead' },
} as const;

export default function ForgotPage({ wanted = 'newPassword' }: { wanted?: Wanted }) {
  const { t } = useText();
  const typedName = use(TypedName);
  const [username, setUsername] = useState(typedName.current);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(username.trim() === '');
    if (username.trim() === '') return field.current?.focus();
    setBusy(true);
    const { outcome } = await mailLink(wanted, username.trim());
    setBusy(false);
    if (outcome === 'sent') return setSent(true);
    const text = outcome === 'tooMany' ? 'login.mailLink.tooMany' : failureText();
    setTrouble((before) => ({ serial: (before?.serial ?? 0) + 1, text }));
  }

  if (isSent)
    return (
      <Message icon={MailCheck} title={t('login.forgot.sent.title')} body={t('login.forgot.sent.body')}>
        <LinkButton href={signInPath}>{t('login.backToSignIn')}</LinkButton>
      </Message>
    );
  return (
    <FormPage title={t(texts[wanted].title)} lead={t(texts[wanted].lead)}>
      <form noValidate autoCapitalize="none" spellCheck={false} onSubmit={submit} className="flex flex-col gap-5">
        <Alert trouble={trouble} />
        <TextField
          ref={field}
          name="username"
          label={t('login.username')}
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(value) => {
            setUsername(value);
            typedName.current = value;
            setMissing(false);
          }}
          error={isMissing ? t('login.usernameMissing') : undefined}
        />
        <Button type="submit" size="lg" wide pending={isBusy} aria-label={t('login.forgot.submit')}>
          {t('login.forgot.submit')}
        </Button>
        <p className="text-center">
          <Link href={signInPath} variant="quiet">
            {t('login.backToSignIn')}
          </Link>
        </p>
      </form>
    </FormPage>
  );
}
