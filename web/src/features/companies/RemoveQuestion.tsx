/** Asks before something of a company is removed. What stands in the way is said in the question. */
import { useText } from '../../i18n';
import { ConfirmDialog } from '../../ui';
import { useSaved } from './useSaved';

type RemoveQuestionProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  body: string;
  done: string;
  /** What the button says, if it isn't a removal. */
  confirmLabel?: string;
  remove: () => Promise<unknown>;
};

export function RemoveQuestion({ open, onClose, title, body, done, confirmLabel, remove }: RemoveQuestionProps) {
  const { t } = useText();
  const { run, failure } = useSaved(onClose);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
      body={body}
      confirmLabel={confirmLabel ?? t('companies.remove')}
      cancelLabel={t('app.cancel')}
      tone={confirmLabel ? 'primary' : 'danger'}
      onConfirm={async () => {
        if (!(await run(remove, done))) throw new Error('The question stays open.');
      }}
    >
      {failure && (
        <p role="alert" className="mt-3 text-bad-ink">
          {failure.text}
        </p>
      )}
    </ConfirmDialog>
  );
}
