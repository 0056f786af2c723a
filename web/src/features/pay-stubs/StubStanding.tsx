/** Whether a stub still counts: voided, replaced, in the place of another, or with a year to date that was updated. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Link, Notice } from '../../ui';
import type { Stub } from './stub';

type StubStandingProps = { stub: Stub; stubHref: (id: string) => string };

export function StubStanding({ stub: { voidedOn, replacedBy, replaces, isRestated }, stubHref }: StubStandingProps) {
  const { t } = useText();
  const format = useFormat();
  const named = ({ checkNumber, checkDate }: { checkNumber: string; checkDate: string }) => ({
    number: checkNumber,
    day: format.day(checkDate),
  });
  return (
    <>
      {voidedOn && (
        <Notice tone="bad" title={t('payStubs.void.title')}>
          <p>{t('payStubs.void.body', { day: format.day(voidedOn) })}</p>
          {replacedBy && (
            <Link href={stubHref(replacedBy.id)}>{t('payStubs.void.replacement', named(replacedBy))}</Link>
          )}
        </Notice>
      )}
      {replaces && (
        <Notice>
          <p>{t('payStubs.replaces.body', named(replaces))}</p>
          <Link href={stubHref(replaces.id)}>{t('payStubs.replaces.open')}</Link>
        </Notice>
      )}
      {isRestated && !voidedOn && <Notice>{t('payStubs.restated')}</Notice>}
    </>
  );
}
