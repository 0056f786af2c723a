/** Names and e-mail. Changes have to be proved; the fetcher sees to that. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Form, FormRow, TextField, useUnsaved } from '../../ui';
import { type Account, useOutcome, useReloadAccount } from './account';
import { NewEmail } from './NewEmail';
import { isProfileField, type Profile, profileSchema } from './profile';

export function ProfileForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useText();
  const api = useApi();
  const outcome = useOutcome();
  const reload = useReloadAccount();
  const { firstName, lastName, email, username, personId } = account;
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Profile>({
    resolver: valibotResolver(profileSchema),
    values: { firstName, lastName, email },
    resetOptions: { keepDirtyValues: true },
    reValidateMode: 'onSubmit',
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const save = useMutation({
    mutationFn: (profile: Profile) => api.send('PATCH', `/users/${encodeURIComponent(personId)}/self`, profile),
  });

  async function submit(profile: Profile): Promise<void> {
    setFailure(null);
    try {
      await save.mutateAsync(profile);
    } catch (error) {
      return explain(error);
    }
    // A new address is shown as waiting until its link was followed.
    form.reset({ ...profile, email }, { keepDirtyValues: false });
    outcome.done(profile.email === email ? 'account.profile.saved' : 'account.newEmail.saved');
    onSaved();
    await reload();
  }

  function explain(error: unknown): void {
    if (error instanceof ApiError && error.isTold) return;
    outcome.failed(null, 'unableToUpdateAccountSettings');
    if (error instanceof ApiError && isProfileField(error.field)) {
      form.setError(error.field, { type: 'server', message: errorText(t, error) }, { shouldFocus: true });
    } else setFailure(errorText(t, error, 'unableToUpdateAccountSettings'));
  }

  const isIncomplete = Object.values(errors).some(({ message }) => message === 'REQUIRED');
  const field = (name: keyof Profile) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: bound, fieldState: { error } }) => (
        <TextField
          {...bound}
          label={t(`account.profile.${name}`)}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete={autoComplete[name]}
          error={error?.message === 'REQUIRED' ? t('kit.required') : error?.message}
        />
      )}
    />
  );

  return (
    <Form
      aria-label={t('account.profile.title')}
      onSubmit={form.handleSubmit(submit)}
      error={isIncomplete ? t('account.incomplete') : failure}
    >
      <FormRow>
        {field('firstName')}
        {field('lastName')}
      </FormRow>
      {field('email')}
      {account.newEmail && <NewEmail email={account.newEmail.email} current={email} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-sm text-sub">{t('account.profile.username', { username })}</p>
        <Button type="submit" pending={save.isPending} disabled={!isDirty} aria-label={t('account.profile.save')}>
          {t('account.profile.save')}
        </Button>
      </div>
    </Form>
  );
}

const autoComplete = { firstName: 'given-name', lastName: 'family-name', email: 'email' } as const;
