/** What became of one's latest requests about the profile. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { payrollWords } from '../../i18n/payroll-words';
import { Card, StatusBadge } from '../../ui';
import type { OwnRequest } from './profile';
import { useFieldsText } from './useFieldsText';

const shown = 5;

export function RequestsSection({ actor, requests }: { actor: Actor; requests: readonly OwnRequest[] }) {
  const { t } = useText();
  const format = useFormat();
  const fields = useFieldsText();
  const own = requests.filter(({ changeType, changedFields }) => changeType === 'ee-info' && changedFields);
  return (
    <Card title={t('profile.requests')}>
      {own.length === 0 && <p className="text-sub">{t('profile.requests.empty')}</p>}
      <ul className="divide-y divide-line">
        {own.slice(0, shown).map((request) => (
          <li key={request.id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 font-semibold break-words">{fields(request)}</p>
              <StatusBadge
                status={request.status === 'Frozen' || request.status === 'Withdrawn' ? 'Denied' : request.status}
                label={textOr(t, `profile.status.${request.status}`, request.status)}
              />
            </div>
            <p className="text-sm text-sub tabular-nums">{format.instant(request.lastUpdated, actor.timeZone)}</p>
            {request.payroll && (
              <p className="mt-1 text-sm text-pretty">
                {payrollWords(t, (at) => format.dayOf(at, actor.timeZone), request.payroll)}
              </p>
            )}
            {request.note && (
              <p className="mt-1 text-sm break-words">{t('profile.requests.note', { note: request.note })}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
