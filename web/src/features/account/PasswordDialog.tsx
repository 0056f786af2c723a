/** A new password. The rule is there before anyone breaks it; pasting and showing are allowed. */
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { Button, Dialog, Form, TextField } from '../../ui';
import { AccountFields, useAccountChange, useFailureText, useOutcome } from './account';
import { type PasswordRefusal, passwordField, refusePasswords } from './password';

const ChangePassword = graphql(
  `
    mutation ChangePassword($currentPassword: String!, $newPassword: String!) {
      changePassword(currentPassword: $currentPassword, newPassword: $newPassword) { ...AccountFields }
    }
  `,
  [AccountFields],
);

type PasswordDialogProps = { open: boolean; onClose: () => void; username: string; minimumLength: number };

export function PasswordDialog({ open, onClose, username, minimumLength }: PasswordDialogProps) {
  const { t } = useText();
  const formId = useId();
  const outcome = useOutcome();
  const failureText = useFailureText();
  const { change, isPending } = useAccountChange(ChangePassword);
  const [typed, setTyped] = useState({ currentPassword: '', newPassword: '' });
  const [refusal, setRefusal] = useState<PasswordRefusal | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const inputs = {
    currentPassword: useRef<HTMLInputElement>(null),
    newPassword: useRef<HTMLInputElement>(null),
  };

  function refuse(found: PasswordRefusal): void {
    setRefusal(found);
    inputs[found.field].current?.focus();
  }

  async function submit(): Promise<void> {
    setFailure(null);
    const found = refusePasswords(typed, minimumLength);
    if (found) return refuse(found);
    try {
      await change(typed);
    } catch (error) {
      const field = error instanceof ApiError ? passwordField(error) : null;
      return field ? refuse(field) : setFailure(failureText(error));
    }
    outcome.done('account.password.done');
    onClose();
  }

  const textOf = ({ code }: PasswordRefusal) =>
    code === 'PASSWORD_TOO_SHORT' ? t('account.password.rule', { count: minimumLength }) : t(`error.${code}`);
  const field = (name: keyof typeof typed) => ({
    ref: inputs[name],
    name,
    type: 'password' as const,
    label: t(`account.password.${name}`),
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
    value: typed[name],
    onChange: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setRefusal((before) => (before?.field === name ? null : before));
    },
    error: refusal?.field === name ? textOf(refusal) : undefined,
  });

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('account.password.change')}
      description={t('account.password.lead')}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={isPending} aria-label={t('account.password.change')}>
            {t('account.password.change')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => void submit()} error={failure}>
        {/* Tells a password manager whose password it is about to save. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField {...field('currentPassword')} />
        <TextField {...field('newPassword')} description={t('account.password.rule', { count: minimumLength })} />
      </Form>
    </Dialog>
  );
}
