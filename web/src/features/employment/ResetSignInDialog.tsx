/** A lost phone: which ways to sign in go, and whether a link is sent. What is on devices is chosen already. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { CheckboxField, CheckboxGroup, Form, FormDialog } from '../../ui';
import { type Account, onDevices, ResetSignIn, resetOf, useHelp } from './account';

type ResetSignInDialogProps = { open: boolean; onClose: () => void; account: Account; name: string };

const formId = 'people-reset-sign-in';

export function ResetSignInDialog({ open, onClose, account, name }: ResetSignInDialogProps) {
  const { t } = useText();
  const reset = useSubmit(ResetSignIn);
  const first = onDevices(account);
  const [chosen, setChosen] = useState<string[]>(first);
  const [sendsLink, setSendsLink] = useState(true);
  const { run, failure, setFailure } = useHelp(onClose);
  const options = [
    ...(account.totpEnabledAt !== null || account.recoveryCodesLeft > 0
      ? [{ value: 'totp', label: t('employment.account.totp') }]
      : []),
    ...(account.phoneHint !== null
      ? [{ value: 'phone', label: t('employment.account.phone'), description: account.phoneHint }]
      : []),
    ...account.passkeys.map((passkey) => ({
      value: `passkey ${passkey.id}`,
      label: t('employment.account.passkey'),
      description: passkey.name,
    })),
    ...account.linkedIdentities.map((identity) => ({
      value: `identity ${identity.id}`,
      label: t('employment.account.identity'),
      description: identity.name ?? identity.issuer,
    })),
  ];
  const save = () =>
    void run(
      () => reset.mutateAsync({ personId: account.personId, input: resetOf(chosen, sendsLink) }),
      t('employment.account.reset.done', { name }),
    );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('employment.account.reset.title', { name })}
      formId={formId}
      submitLabel={t('employment.account.reset.submit')}
      pending={reset.isPending}
      isDirty={chosen.join() !== first.join() || !sendsLink}
      submitDisabledReason={chosen.length === 0 ? t('employment.account.reset.missing') : undefined}
    >
      <div className="flex flex-col gap-5">
        <p className="text-sub text-pretty">{t('employment.account.reset.about')}</p>
        <Form id={formId} onSubmit={save} error={failure?.text ?? null}>
          <CheckboxGroup
            label={t('employment.account.reset.what')}
            value={chosen}
            onChange={(values) => {
              setFailure(null);
              setChosen(values);
            }}
            options={options}
          />
          <CheckboxField
            label={t('employment.account.reset.link', { email: account.email })}
            value={sendsLink}
            onChange={setSendsLink}
          />
        </Form>
      </div>
    </FormDialog>
  );
}
