/** The email address and username someone signs in with. The second of two who correct them sees both versions. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { ConflictNotice, Form, FormDialog, TextField } from '../../ui';
import { type Account, CorrectSignInName, currentName, type SignInName, useHelp } from './account';

type CorrectNameDialogProps = { open: boolean; onClose: () => void; account: Account; name: string };

const formId = 'people-correct-name';

export function CorrectNameDialog({ open, onClose, account, name }: CorrectNameDialogProps) {
  const { t } = useText();
  const correct = useSubmit(CorrectSignInName);
  const [base, setBase] = useState<SignInName>({ email: account.email, username: account.username });
  const [draft, setDraft] = useState(base);
  const { run, failure, setFailure, at } = useHelp(onClose);
  const isConflict = failure?.error?.code === 'CONFLICT';
  const current = isConflict ? currentName(failure.error?.current) : null;
  const input = { email: draft.email.trim(), username: draft.username.trim() };
  const isDirty = draft.email !== base.email || draft.username !== base.username;
  const change = (part: Partial<SignInName>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const saveOnto = (shown: SignInName) =>
    void run(
      () => correct.mutateAsync({ personId: account.personId, input, shown }),
      t('employment.account.correct.done', { name }),
    );
  const rows = current
    ? disagreeing([
        { label: t('employment.column.email'), theirs: current.email, mine: input.email },
        { label: t('employment.column.username'), theirs: current.username, mine: input.username },
      ])
    : [];
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('employment.account.correct.title', { name })}
      formId={formId}
      submitLabel={t('employment.account.correct.submit')}
      pending={correct.isPending}
      isDirty={isDirty}
      submitDisabledReason={
        isConflict ? t('conflict.chooseFirst') : isDirty ? undefined : t('employment.account.correct.same')
      }
    >
      <div className="flex flex-col gap-5">
        {isConflict && (
          <ConflictNotice
            words={conflictWords(t, current && {}, rows)}
            rows={rows}
            pending={correct.isPending}
            onKeepMine={() => (current ? saveOnto(current) : onClose())}
            onTakeTheirs={() => {
              if (!current) return onClose();
              setBase(current);
              setDraft(current);
              setFailure(null);
            }}
          />
        )}
        <p className="text-sub text-pretty">{t('employment.account.correct.about')}</p>
        <Form
          id={formId}
          onSubmit={() => saveOnto(base)}
          error={failure && !isConflict && !['email', 'username'].some(at) ? failure.text : null}
        >
          <TextField
            label={t('employment.column.email')}
            type="email"
            value={draft.email}
            onChange={(email) => change({ email })}
            error={at('email')}
            required
          />
          <TextField
            label={t('employment.column.username')}
            value={draft.username}
            onChange={(username) => change({ username })}
            error={at('username')}
            required
          />
        </Form>
      </div>
    </FormDialog>
  );
}
