/** Before and after side by side, field by field, noting what someone changed in between. */
import { ArrowRight } from 'lucide-react';
import { useText } from '../../i18n';
import { Notice, useInSight } from '../../ui';
import { useFieldText } from './fieldText';
import { haveMoved } from './openedFields';
import type { FieldChange, Request } from './request';

type FieldChangesProps = { request: Request; fields: readonly FieldChange[] };

export function FieldChanges({ request, fields }: FieldChangesProps) {
  const { t } = useText();
  const text = useFieldText();
  const isOutdated = haveMoved(fields);
  const notice = useInSight<HTMLDivElement>(isOutdated);
  return (
    <div className="flex flex-col gap-4">
      <div ref={notice} role="status" className="scroll-my-24 empty:hidden">
        {isOutdated && <Notice tone="warn">{t('changes.movedNotice')}</Notice>}
      </div>
      {text.people(request, fields).map(({ id, text: said }) => (
        <p key={id} className="font-semibold break-words">
          {said}
        </p>
      ))}
      <ul className="flex flex-col gap-3">
        {fields.map(({ id, name, field, before, after, hasMoved, now }) => (
          <li key={`${id ?? name ?? ''}${field}`} className="rounded-lg border border-line p-3.5">
            <p className="text-sm font-medium text-sub break-words">
              {id && <span className="text-ink">{name} · </span>}
              {text.label({ field, name })}
            </p>
            <div className="mt-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-3">
              <Side label={t(hasMoved ? 'changes.beforeMoved' : 'changes.before')} value={text.value(field, before)} />
              <ArrowRight aria-hidden className="mt-5 size-4 text-sub" />
              <Side label={t('changes.after')} value={text.value(field, after)} strong />
            </div>
            {hasMoved && (
              <p className="mt-2 text-sm text-warn-ink">
                {t('changes.moved', { now: text.value(field, now) ?? t('changes.nothing') })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ label, value, strong = false }: { label: string; value: string | null; strong?: boolean }) {
  const { t } = useText();
  return (
    <div className="min-w-0">
      <span className="block text-xs text-sub">{label}</span>
      <span className={strong ? 'block font-semibold break-words' : 'block break-words'}>
        {value ?? t('changes.nothing')}
      </span>
    </div>
  );
}
