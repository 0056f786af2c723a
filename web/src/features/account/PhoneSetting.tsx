/** The phone that codes are sent to. */
import { MessageSquareText } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Button } from '../../ui';
import { type Account, ownTimeZone } from './account';
import { PhoneDialog } from './PhoneDialog';
import { shownPhone } from './phone';
import { Setting } from './Section';
import { useOpening } from './useOpening';

export function PhoneSetting({ account }: { account: Account }) {
  const { t } = useText();
  const format = useFormat();
  const dialog = useOpening();
  const { phone, phoneUsableFrom } = account;
  const isWaiting = phoneUsableFrom !== null && Date.parse(phoneUsableFrom) > Date.now();
  return (
    <Setting
      icon={<MessageSquareText />}
      title={t('account.phone.title')}
      status={
        phone ? (
          <>
            <p className="tabular-nums">{shownPhone(phone)}</p>
            {isWaiting && (
              <p className="mt-1 flex flex-wrap items-center gap-2">
                <Badge tone="info" dot>
                  {t('account.phone.new')}
                </Badge>
                {t('account.phone.usableFrom', { when: format.instant(phoneUsableFrom, ownTimeZone) })}
              </p>
            )}
          </>
        ) : (
          t('account.phone.empty')
        )
      }
      action={
        <Button variant="secondary" size="sm" onPress={dialog.show}>
          {phone ? t('account.phone.change') : t('account.phone.add')}
        </Button>
      }
    >
      <PhoneDialog key={dialog.serial} open={dialog.isOpen} onClose={dialog.close} account={account} />
    </Setting>
  );
}
