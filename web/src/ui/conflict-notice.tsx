// Someone else saved first: both versions side by side where they differ, and two ways to continue.
import { useEffect, useRef } from 'react';
import { Button } from './button';
import { Notice } from './notice';

export interface ConflictWords {
  title: string;
  body: string;
  theirs: string;
  mine: string;
  keepMine: string;
  takeTheirs: string;
}

/** A field in which the two disagree, in words. */
export interface ConflictRow {
  label: string;
  theirs: string;
  mine: string;
}

export interface ConflictNoticeProps {
  words: ConflictWords;
  rows: readonly ConflictRow[];
  pending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

export function ConflictNotice({ words, rows, pending, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} role="alert" className="scroll-my-24 outline-none">
      <Notice tone="warn" title={words.title}>
        <p>{words.body}</p>
        {rows.length > 0 && (
          <dl className="mt-3 flex flex-col gap-3">
            {rows.map(({ label, theirs, mine }) => (
              <div key={label}>
                <dt className="text-sm font-semibold">{label}</dt>
                <dd className="mt-1 grid gap-2 text-ink sm:grid-cols-2">
                  <Version label={words.theirs} text={theirs} />
                  <Version label={words.mine} text={mine} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="mt-4 flex flex-wrap gap-2.5">
          <Button size="sm" onPress={onKeepMine} pending={pending}>
            {words.keepMine}
          </Button>
          <Button size="sm" variant="secondary" onPress={onTakeTheirs} disabled={pending}>
            {words.takeTheirs}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0 rounded-sm bg-raised px-3 py-2">
      <p className="text-xs font-semibold text-sub">{label}</p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]">{text || '–'}</p>
    </div>
  );
}
