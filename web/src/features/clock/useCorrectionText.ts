import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { Correction } from './clock';

/** A correction in one line: «Clock out at 3:30 PM», «Clock in: 8:10 AM instead of 7:58 AM». */
export function useCorrectionText({ timeZone }: Actor): (correction: Correction) => string {
  const { t } = useText();
  const format = useFormat();
  return ({ action, kind, at, wasAt }) =>
    t(`clock.said.${action}`, {
      kind: t(`clock.kind.${kind}`),
      time: format.time(at, timeZone),
      was: format.time(wasAt ?? at, timeZone),
    });
}
