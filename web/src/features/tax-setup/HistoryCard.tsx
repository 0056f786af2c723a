/** Every form that was ever signed, the newest first; each opens to what it said. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, FactList, StatusBadge } from '../../ui';
import type { FormVersion, Level, TaxForm } from './forms';
import { useFormName, useLines, useStatuses } from './useFormText';

type HistoryCardProps = {
  actor: Actor;
  history: readonly FormVersion[];
  /** Those that count now: they know their state by its name. */
  forms: readonly TaxForm[];
};

export function HistoryCard({ actor, history, forms }: HistoryCardProps) {
  const { t } = useText();
  const nameOf = (code: string) => forms.find(({ level, state }) => level === 'state' && state === code)?.place || code;
  return (
    <Card title={t('taxSetup.history.title')} description={t('taxSetup.history.lead')}>
      <ul className="-my-2 divide-y divide-line" aria-label={t('taxSetup.history.title')}>
        {history.map((version) => (
          <li key={version.id} className="py-3">
            <Version actor={actor} version={version} stateName={nameOf(version.state)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type VersionProps = { actor: Actor; version: FormVersion; stateName: string };

function Version({ actor, version, stateName }: VersionProps) {
  const { t } = useText();
  const format = useFormat();
  const lines = useLines();
  const level = version.level as Level;
  const name = useFormName()({ level, place: level === 'local' ? version.locality : stateName });
  const facts = lines(version.figures, useStatuses(actor, level, level === 'state' ? version.state : ''));
  const day = format.dayOf(version.signedAt, actor.timeZone);
  const status = version.status as 'Pending' | 'Approved' | 'Denied';
  return (
    <details>
      <summary className="focus-ring flex cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm">
        <span className="min-w-0">
          <span className="block font-medium">{name}</span>
          <span className="block text-sm text-sub">
            {version.signedName
              ? t('taxSetup.history.signed', { name: version.signedName, day })
              : t('taxSetup.history.entered', { day })}
          </span>
        </span>
        {status !== 'Approved' && <StatusBadge status={status} label={t(`taxSetup.status.${status}`)} />}
      </summary>
      <div className="pt-3">
        {facts.length > 0 ? (
          <FactList facts={facts} />
        ) : (
          <p className="text-sm text-sub">{t('taxSetup.history.nothing')}</p>
        )}
      </div>
    </details>
  );
}
