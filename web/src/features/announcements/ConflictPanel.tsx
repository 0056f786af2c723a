/** Somebody else saved first. Both versions side by side where they differ, and two ways on. */
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, Notice } from '../../ui';
import { type CurrentMessage, type Difference, differences, draftOf } from './conflict';
import type { Draft } from './rules';
import { type Places, targetInWords } from './targets';

type ConflictPanelProps = {
  /** Null when the announcement was deleted. */
  current: CurrentMessage | null;
  mine: Draft;
  places: Places;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

export function ConflictPanel({ current, mine, places, isSaving, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const { t } = useText();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);

  const differing = current ? differences(draftOf(current), mine) : [];
  const words = current
    ? {
        title: t('announcements.conflict.title', { name: current.updatedByName }),
        body: differing.length > 0 ? t('announcements.conflict.body') : t('announcements.conflict.same'),
        keepMine: t('announcements.conflict.keepMine'),
        takeTheirs: t('announcements.conflict.takeTheirs'),
      }
    : {
        title: t('announcements.conflict.deleted.title'),
        body: t('announcements.conflict.deleted.body'),
        keepMine: t('announcements.conflict.deleted.keepMine'),
        takeTheirs: t('announcements.conflict.deleted.takeTheirs'),
      };

  return (
    <div ref={panel} tabIndex={-1} role="alert" className="outline-none">
      <Notice tone="warn" title={words.title}>
        <p>{words.body}</p>
        {differing.length > 0 && (
          <dl className="mt-3 flex flex-col gap-3">
            {differing.map((difference) => (
              <DifferenceRow key={difference.field} difference={difference} places={places} />
            ))}
          </dl>
        )}
        <div className="mt-4 flex flex-wrap gap-2.5">
          <Button size="sm" onPress={onKeepMine} pending={isSaving}>
            {words.keepMine}
          </Button>
          <Button size="sm" variant="secondary" onPress={onTakeTheirs} disabled={isSaving}>
            {words.takeTheirs}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function DifferenceRow({ difference, places }: { difference: Difference; places: Places }) {
  const { t } = useText();
  const format = useFormat();
  const { field, theirs, mine } = difference;
  const inWords = (draft: Draft): string => {
    if (field === 'message' || field === 'messageEs') return draft[field] || '–';
    if (field === 'target') return targetInWords(draft, places, t);
    return draft.startDate && draft.endDate ? format.dayRange(draft.startDate, draft.endDate) : '–';
  };
  return (
    <div>
      <dt className="text-sm font-semibold">{t(`announcements.conflict.${field}`)}</dt>
      <dd className="mt-1 grid gap-2 text-ink sm:grid-cols-2">
        <Version label={t('announcements.conflict.theirs')} text={inWords(theirs)} />
        <Version label={t('announcements.conflict.mine')} text={inWords(mine)} />
      </dd>
    </div>
  );
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0 rounded-sm bg-raised px-3 py-2">
      <p className="text-xs font-semibold text-sub">{label}</p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
