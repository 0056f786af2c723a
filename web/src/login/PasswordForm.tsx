/**
 * Username and password. A real form with `method=post`: browsers and password managers fill it, offer to save it, and
 * could never put what was typed into an address.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, Link, LinkButton, TextField } from '../ui';
import { Alert } from './Alert';
import { forgotPath, mailLinkPath } from './paths';
import type { Credentials } from './server';
import { useText } from './text';
import type { SignInTrouble } from './useSignIn';

type PasswordFormProps = {
  typed: Credentials;
  onType: (typed: Partial<Credentials>) => void;
  onSubmit: (typed: Credentials) => void;
  trouble: SignInTrouble | null;
  pending: boolean;
  disabled: boolean;
};

export function PasswordForm({ typed, onType, onSubmit, trouble, pending, disabled }: PasswordFormProps) {
  const { t } = useText();
  const [missing, setMissing] = useState({ username: false, password: false });
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (trouble === null) return;
    if (trouble.focus === 'notice') return notice.current?.focus();
    password.current?.focus();
    password.current?.select();
  }, [trouble]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The fields themselves, not our copy: some browsers fill them in without telling.
    const fields = new FormData(event.currentTarget);
    const current = { username: String(fields.get('username')).trim(), password: String(fields.get('password')) };
    onType(current);
    const nowMissing = { username: current.username === '', password: current.password === '' };
    setMissing(nowMissing);
    if (nowMissing.username) username.current?.focus();
    else if (nowMissing.password) password.current?.focus();
    else onSubmit(current);
  }

  return (
    <form
      method="post"
      action="/login/password"
      noValidate
      // Phones would capitalize and correct a username; its field inherits these.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onSubmit={submit}
      className="flex flex-col gap-5"
    >
      <Alert ref={notice} trouble={trouble} />
      {(trouble?.text === 'login.guarded' || trouble?.text === 'login.byLink.gone') && (
        <LinkButton href={mailLinkPath} variant="secondary" wide>
          {t('login.mailLink.link')}
        </LinkButton>
      )}
      <TextField
        ref={username}
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoFocus
        value={typed.username}
        onChange={(value) => {
          onType({ username: value });
          setMissing((before) => ({ ...before, username: false }));
        }}
        error={missing.username ? t('login.usernameMissing') : undefined}
      />
      <TextField
        ref={password}
        name="password"
        type="password"
        label={t('login.password')}
        autoComplete="current-password"
        value={typed.password}
        onChange={(value) => {
          onType({ password: value });
          setMissing((before) => ({ ...before, password: false }));
        }}
        error={missing.password ? t('login.passwordMissing') : undefined}
      />
      <p className="-mt-2 flex justify-end text-sm">
        <Link href={forgotPath} variant="quiet">
          {t('login.forgot.link')}
        </Link>
      </p>
      {/* While pending the kit hides the text, and with it the name. */}
      <Button type="submit" size="lg" wide pending={pending} disabled={disabled} aria-label={t('login.submit')}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
