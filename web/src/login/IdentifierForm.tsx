/** Who wants to sign in: asked first, and alike for everyone. How they sign in is asked next. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, TextField } from '../ui';
import { TroubleNotice } from './TroubleNotice';
import { useText } from './text';
import type { SignInTrouble } from './useSignIn';

type IdentifierFormProps = {
  username: string;
  onType: (username: string) => void;
  onSubmit: (username: string) => void;
  trouble: SignInTrouble | null;
  pending: boolean;
  disabled: boolean;
};

export function IdentifierForm({ username, onType, onSubmit, trouble, pending, disabled }: IdentifierFormProps) {
  const { t } = useText();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (trouble !== null) notice.current?.focus();
  }, [trouble]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The field itself, not our copy: some browsers fill it in without telling.
    const current = String(new FormData(event.currentTarget).get('username')).trim();
    onType(current);
    setMissing(current === '');
    if (current === '') field.current?.focus();
    else onSubmit(current);
  }

  return (
    <form
      method="post"
      action="/login/identifier"
      noValidate
      // Phones would capitalize and correct a username; its field inherits these.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onSubmit={submit}
      className="flex flex-col gap-5"
    >
      <TroubleNotice ref={notice} trouble={trouble} />
      <TextField
        ref={field}
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoFocus
        value={username}
        onChange={(value) => {
          onType(value);
          setMissing(false);
        }}
        error={isMissing ? t('login.usernameMissing') : undefined}
      />
      {/* While pending the kit hides the text, and with it the name. */}
      <Button type="submit" size="lg" wide pending={pending} disabled={disabled} aria-label={t('login.continue')}>
        {t('login.continue')}
      </Button>
    </form>
  );
}
