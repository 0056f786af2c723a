/** Beside the buttons, in sight on every screen: how many hours the request takes, and what is left after it. */
import { knownCode } from '../../api/known-codes';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { cx } from '../../ui';
import { type Previewed, useRequestPreview } from './useRequestPreview';

export function RequestSummary(of: Previewed) {
  const { t } = useText();
  const format = useFormat();
  const { settled, isWeekend, isWorking, refusal, preview } = useRequestPreview(of);
  const asked = settled === null || preview.isError ? null : preview.data;
  const fault = isWeekend
    ? t('error.WEEKEND_NOT_ALLOWED')
    : refusal
      ? t(`error.${refusal}`)
      : asked?.refusal
        ? t(`error.${knownCode(asked.refusal)}`)
        : null;
  return (
    <div
      role="status"
      className={cx(
        'min-w-0 self-center text-sm tabular-nums transition-opacity max-sm:order-last max-sm:w-full sm:mr-auto',
        isWorking && 'opacity-60',
      )}
    >
      {!asked && !fault && <p className="text-sub sm:hidden">{settled === null && t('timeOff.preview.incomplete')}</p>}
      {asked && asked.days.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 max-sm:justify-between">
          <span className="text-base font-semibold">
            {t('timeOff.preview.amount', { count: asked.days.length, hours: format.decimal(asked.amount) })}
          </span>
          {asked.balanceAfter !== null && (
            <span className="text-sub">{t('timeOff.preview.left', { hours: format.decimal(asked.balanceAfter) })}</span>
          )}
        </p>
      )}
      {fault && <p className="text-warn-ink">{fault}</p>}
    </div>
  );
}
