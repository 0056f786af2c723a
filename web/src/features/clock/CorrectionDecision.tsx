/** One correction that waits: what it says, why, and a decision on it with a note. */
import { useState } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, Dialog, FactList, Notice, TextAreaField } from '../../ui';
import type { Correction } from './clock';

export const notesMaximumCharacters = 500;

type CorrectionDecisionProps = {
  open: boolean;
  onClose: () => void;
  correction: Correction;
  /** The correction in words. */
  what: string;
  mayWrite: boolean;
  isDeciding: boolean;
  /** Why the last decision got no answer. */
  failure: string | null;
  onDecide: (correction: Correction, action: 'approve' | 'deny', notes: string) => void;
};

export function CorrectionDecision(props: CorrectionDecisionProps) {
  const { open, onClose, correction, what, mayWrite, isDeciding, failure, onDecide } = props;
  const { t } = useText();
  const format = useFormat();
  const [notes, setNotes] = useState('');
  const tooLong = Array.from(notes.trim()).length > notesMaximumCharacters ? t('error.REASON_TOO_LONG') : undefined;
  const decide = (action: 'approve' | 'deny') => onDecide(correction, action, notes);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('clock.team.decideTitle', { name: `${correction.firstName} ${correction.lastName}` })}
      footer={
        mayWrite && (
          <>
            <Button variant="secondary" pending={isDeciding} disabledReason={tooLong} onPress={() => decide('deny')}>
              {t('clock.team.deny')}
            </Button>
            <Button pending={isDeciding} disabledReason={tooLong} onPress={() => decide('approve')}>
              {t('clock.team.approve')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-6">
        <div role="alert" className="empty:hidden">
          {failure && <Notice tone="bad">{failure}</Notice>}
        </div>
        <FactList
          facts={[
            { label: t('clock.team.correction'), value: what, numeric: true },
            { label: t('clock.correction.date'), value: format.day(correction.date), numeric: true },
          ]}
        />
        <blockquote className="rounded-lg bg-sunken p-4 whitespace-pre-line [overflow-wrap:anywhere]">
          <span className="mb-1 block text-sm text-sub">{t('clock.team.reason')}</span>
          {correction.reason}
        </blockquote>
        {mayWrite && (
          <TextAreaField
            label={t('clock.team.note')}
            description={t('clock.team.noteHint')}
            value={notes}
            onChange={setNotes}
            error={tooLong}
            rows={2}
          />
        )}
      </div>
    </Dialog>
  );
}
