/**
 * The password of the person named a moment ago. A real form with `method=post`: browsers and password managers fill it, offer to save
 * it with the name it holds, and could never put what was typed into an address.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, Link, TextField } from '../ui';
import { forgotPath } from './paths';
import type { Credentials } from './server';
import { TroubleNotice } from './TroubleNotice';
import { useText } from './text';
import type { SignInTrouble } from './useSignIn';

type PasswordFormProps = {
  typed: Credentials;
  onType: (typed: Partial<Credentials>) => void;
  onSubmit: (typed: Credentials) => void;
  trouble: SignInTrouble | null;
  pending: boolean;
  disabled: boolean;
  /** Another way comes first. */
  isSecond: boolean;
};

export function PasswordForm({ typed, onType, onSubmit, trouble, pending, disabled, isSecond }: PasswordFormProps) {
  const { t } = useText();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (trouble === null) return;
    if (trouble.focus === 'notice') return notice.current?.focus();
    field.current?.focus();
    field.current?.select();
  }, [trouble]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The field itself, not our copy: some browsers fill it in without telling.
    const password = String(new FormData(event.currentTarget).get('password'));
    onType({ password });
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else onSubmit({ username: typed.username, password });
  }

  return (
    <form
      method="post"
      action="/login/password"
      noValidate
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onSubmit={submit}
      className="flex flex-col gap-5"
    >
      <TroubleNotice ref={notice} trouble={trouble} />
      {/* For password managers, which look for the name beside the password. */}
      <input type="text" name="username" autoComplete="username" value={typed.username} readOnly hidden />
      <TextField
        ref={field}
        name="password"
        type="password"
        label={t('login.password')}
        autoComplete="current-password"
        autoFocus={!isSecond}
        value={typed.password}
        onChange={(value) => {
          onType({ password: value });
          setMissing(false);
        }}
        error={isMissing ? t('login.passwordMissing') : undefined}
      />
      <p className="-mt-2 flex justify-end text-sm">
        <Link href={forgotPath} variant="quiet">
          {t('login.forgot.link')}
        </Link>
      </p>
      {/* While pending the kit hides the text, and with it the name. */}
      <Button
        type="submit"
        size="lg"
        wide
        variant={isSecond ? 'secondary' : 'primary'}
        pending={pending}
        disabled={disabled}
        aria-label={t('login.submit')}
      >
        {t('login.submit')}
      </Button>
    </form>
  );
}
