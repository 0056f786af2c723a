/** What a request is about, in a few words. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { useFieldText } from './fieldText';
import type { Request } from './request';

export function useSummary() {
  const { t } = useText();
  const format = useFormat();
  const fieldText = useFieldText();
  return (request: Request): string => {
    if (request.entityType === 'taxSetup') return t('taxSetup.change.summary');
    const accounts = (request.directDeposit ?? []).map(({ kind, bankDesignation, bankAccountNumber }) =>
      t(`requests.summary.${kind}`, {
        account: t('deposits.accountNamed', {
          bank: bankDesignation || t('deposits.someBank'),
          lastFour: bankAccountNumber.replace(/^•+/, ''),
        }),
      }),
    );
    return fieldText.summary(request) || format.list(accounts);
  };
}
