/** A new password: its rule is there before anyone breaks it; pasting and showing are allowed. */
import { useRef, useState } from 'react';
import { TextField } from '../ui';
import { type Refusal, refusalText } from './links';
import { useText } from './text';

const maximumLength = 128;
/** As the server counts: code points, so that an emoji is one character. */
const lengthOf = (password: string) => Array.from(password).length;

type Told = Pick<Refusal, 'code' | 'minimumLength'>;

type PasswordRefusal = ReturnType<typeof usePasswordRefusal>;

/** What the password is refused for, here as a courtesy and by the server for good. */
export function usePasswordRefusal(minimumLength: number) {
  const [told, setTold] = useState<Told | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const tell = (refusal: Told) => {
    setTold(refusal);
    field.current?.focus();
  };
  return {
    told,
    field,
    minimumLength: told?.minimumLength ?? minimumLength,
    tell,
    forget: () => setTold(null),
    /** True when it is refused already here. */
    refuse: (password: string): boolean => {
      const isShort = lengthOf(password) < minimumLength;
      if (isShort) tell({ code: 'PASSWORD_TOO_SHORT', minimumLength });
      else if (lengthOf(password) > maximumLength) tell({ code: 'PASSWORD_TOO_LONG', minimumLength: null });
      return isShort || lengthOf(password) > maximumLength;
    },
  };
}

type PasswordFieldProps = { value: string; onChange: (value: string) => void; refusal: PasswordRefusal };

export function PasswordField({ value, onChange, refusal }: PasswordFieldProps) {
  const { t } = useText();
  const { told, field, minimumLength, forget } = refusal;
  const rule = t('login.newPassword.rule', { count: String(minimumLength) });
  return (
    <TextField
      ref={field}
      name="password"
      type="password"
      label={t('login.newPassword.label')}
      description={rule}
      autoComplete="new-password"
      value={value}
      onChange={(typed) => {
        onChange(typed);
        forget();
      }}
      error={told ? t(refusalText(told.code)) : undefined}
    />
  );
}
