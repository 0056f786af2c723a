/** A form over a list: a refusal is at its field or above the form, and the second of two who save sees both versions. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { ConflictNotice, type ConflictRow, Form, FormDialog } from '../../ui';
import { currentOf } from './companies';
import type { Saved } from './useSaved';

type EditDialogProps<Thing extends { version: string }> = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string | undefined;
  formId: string;
  submitLabel: string;
  pending: boolean;
  isDirty: boolean;
  size?: 'sm' | 'md' | 'lg' | undefined;
  saved: Saved;
  /** The fields that show their own refusals. */
  fields: readonly string[];
  onSubmit: () => void;
  /** Both versions side by side. */
  rows: (theirs: Thing) => ConflictRow[];
  onKeepMine: (theirs: Thing) => void;
  onTakeTheirs: (theirs: Thing) => void;
  children: ReactNode;
};

export function EditDialog<Thing extends { version: string }>(props: EditDialogProps<Thing>) {
  const { saved, fields, onSubmit, rows, onKeepMine, onTakeTheirs, children, pending, onClose, ...dialog } = props;
  const { t } = useText();
  const { failure, setFailure, at } = saved;
  const isConflict = failure?.error?.code === 'CONFLICT';
  const theirs = isConflict ? currentOf<Thing>(failure.error?.current) : null;
  const shown = theirs ? disagreeing(rows(theirs)) : [];
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      pending={pending}
      submitDisabledReason={isConflict ? t('conflict.chooseFirst') : undefined}
    >
      <div className="flex flex-col gap-5">
        {isConflict && (
          <ConflictNotice
            words={conflictWords(t, theirs && {}, shown)}
            rows={shown}
            pending={pending}
            onKeepMine={() => (theirs ? onKeepMine(theirs) : onClose())}
            onTakeTheirs={() => {
              if (!theirs) return onClose();
              setFailure(null);
              onTakeTheirs(theirs);
            }}
          />
        )}
        <Form
          id={dialog.formId}
          onSubmit={onSubmit}
          error={failure && !isConflict && !fields.some(at) ? failure.text : null}
        >
          {children}
        </Form>
      </div>
    </FormDialog>
  );
}
