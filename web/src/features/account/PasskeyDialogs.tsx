/** A new passkey, and a new name for an old one. The name is asked for first: the browser's own dialog comes after it. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { createPasskey } from '../../api/passkey';
import { useText } from '../../i18n';
import { Button, Dialog, Form, TextField } from '../../ui';
import { AccountFields, type Passkey, useAccountChange, useOutcome } from './account';
import { useRefusal } from './refusal';

const BeginPasskey = graphql(`mutation BeginPasskey { beginPasskey { ceremony options } }`);

const AddPasskey = graphql(
  `
    mutation AddPasskey($ceremony: ID!, $name: String!, $credential: String!) {
      addPasskey(ceremony: $ceremony, name: $name, credential: $credential) { ...AccountFields }
    }
  `,
  [AccountFields],
);

const RenamePasskey = graphql(
  `
    mutation RenamePasskey($passkeyId: ID!, $name: String!) {
      renamePasskey(passkeyId: $passkeyId, name: $name) { ...AccountFields }
    }
  `,
  [AccountFields],
);

type Opened = { open: boolean; onClose: () => void };

export function AddPasskeyDialog({ open, onClose }: Opened) {
  const { t } = useText();
  const api = useApi();
  const outcome = useOutcome();
  const { change } = useAccountChange(AddPasskey);
  const refusal = useRefusal('name');
  const add = useMutation({
    mutationFn: async (name: string): Promise<void> => {
      // A ceremony is worth nothing twice, so that every press begins a new one.
      const { beginPasskey } = await api.mutate(BeginPasskey, {}, crypto.randomUUID());
      const made = await createPasskey(JSON.parse(beginPasskey.options));
      if (made.outcome !== 'done') return refusal.tell(t(`account.passkeys.${made.outcome}`));
      await change({ ceremony: beginPasskey.ceremony, name, credential: JSON.stringify(made.credential) });
      outcome.done('account.passkeys.done');
      onClose();
    },
    onError: refusal.explain,
  });

  return (
    <NameDialog
      open={open}
      onClose={onClose}
      title={t('account.passkeys.add')}
      lead={t('account.passkeys.addLead')}
      label={t('account.passkeys.name')}
      hint={t('account.passkeys.nameHint')}
      initial={t('account.passkeys.thisDevice')}
      action={t('account.passkeys.continue')}
      isPending={add.isPending}
      failure={refusal.failure}
      fault={refusal.errorOf('name')}
      onSubmit={(name) => {
        refusal.forget();
        add.mutate(name);
      }}
    />
  );
}

export function RenamePasskeyDialog({ open, onClose, passkey }: Opened & { passkey: Passkey }) {
  const { t } = useText();
  const outcome = useOutcome();
  const { change, isPending } = useAccountChange(RenamePasskey);
  const refusal = useRefusal('name');

  async function rename(name: string): Promise<void> {
    refusal.forget();
    try {
      await change({ passkeyId: passkey.id, name });
    } catch (error) {
      return refusal.explain(error);
    }
    outcome.done('account.passkeys.renamed');
    onClose();
  }

  return (
    <NameDialog
      open={open}
      onClose={onClose}
      title={t('account.passkeys.rename')}
      label={t('account.passkeys.name')}
      initial={passkey.name}
      action={t('account.passkeys.save')}
      isPending={isPending}
      failure={refusal.failure}
      fault={refusal.errorOf('name')}
      onSubmit={(name) => void rename(name)}
    />
  );
}

type NameDialogProps = Opened & {
  title: string;
  lead?: ReactNode;
  label: string;
  hint?: string;
  initial: string;
  action: string;
  isPending: boolean;
  failure: string | null;
  fault: string | undefined;
  onSubmit: (name: string) => void;
};

const nameMaximumCharacters = 60;

function NameDialog(props: NameDialogProps) {
  const { open, onClose, title, lead, label, hint, initial, action, isPending, failure, fault, onSubmit } = props;
  const { t } = useText();
  const formId = useId();
  const [name, setName] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={title}
      description={lead}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={isPending} aria-label={action}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        error={failure}
        onSubmit={() => {
          setMissing(name.trim() === '');
          if (name.trim() !== '') onSubmit(name.trim());
        }}
      >
        <TextField
          label={label}
          description={hint}
          value={name}
          onChange={setName}
          maxLength={nameMaximumCharacters}
          autoFocus
          error={isMissing && name.trim() === '' ? t('kit.required') : fault}
        />
      </Form>
    </Dialog>
  );
}
