/** What a request asks for, in words: the thing, and for time off when and how much. */
import { isAttribute } from '../../api/additional-info';
import { changedPeople } from '../../api/changed-people';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import type { Change, OwnRequest, TimeOff } from './ownRequest';

type What = { what: string; more: string | null };

export function useWhat(): (request: OwnRequest) => What {
  const { t, language } = useText();
  const format = useFormat();

  const timeOffText = ({ type, typeEs, timeOffDate, endDate, amount }: TimeOff): What => ({
    what: language === 'es' ? typeEs : type,
    more: t('ownRequests.days', { days: format.dayRange(timeOffDate, endDate), hours: format.decimal(amount) }),
  });

  const profileText = ({ entityType, changedFields }: Change): string => {
    const people = changedPeople(entityType, changedFields ?? []).map(({ name, part, what }) =>
      t(`changes.person.${part}-${what}`, { name }),
    );
    const fields = (changedFields ?? []).map(({ field, name }) =>
      isAttribute(field) ? (name ?? '') : textOr(t, `profile.field.${field}`, field),
    );
    return format.list(people.length > 0 ? people : [...new Set(fields)]);
  };

  const taxText = ({ federalTaxSetup, stateTaxSetup, localTaxSetup }: Change): string =>
    format.list([
      ...(federalTaxSetup ? [t('taxSetup.form.federal')] : []),
      ...(stateTaxSetup ?? []).map(({ state }) => t('taxSetup.form.state', { place: state })),
      ...(localTaxSetup ? [t('taxSetup.form.local', { place: localTaxSetup.locality })] : []),
    ]);

  const depositText = ({ directDeposit }: Change): string =>
    format.list(
      (directDeposit ?? []).map(({ kind, bankDesignation, bankAccountNumber }) =>
        t(`ownRequests.deposit.${kind}`, {
          bank: bankDesignation || t('ownRequests.someBank'),
          lastFour: bankAccountNumber.replace(/^•+/, ''),
        }),
      ),
    );

  return (request) => {
    if (request.kind === 'timeOff') return timeOffText(request.timeOff);
    const words = { profile: profileText, taxes: taxText, deposits: depositText }[request.kind];
    return { what: words(request.change) || t(`ownRequests.kind.${request.kind}`), more: null };
  };
}
