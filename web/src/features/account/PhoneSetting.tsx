/** The phone that codes are sent to: add it, change it, take it away. */
import { MessageSquareText } from 'lucide-react';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Button, ConfirmDialog } from '../../ui';
import { type Account, AccountFields, ownTimeZone, useAccountChange, useOutcome } from './account';
import { PhoneDialog } from './PhoneDialog';
import { shownPhone } from './phone';
import { Setting } from './Section';
import { useOpening } from './useOpening';

const RemovePhone = graphql(`mutation RemovePhone { removePhone { ...AccountFields } }`, [AccountFields]);

export function PhoneSetting({ account, clientId }: { account: Account; clientId: string }) {
  const { t } = useText();
  const format = useFormat();
  const outcome = useOutcome();
  const dialog = useOpening();
  const removing = useOpening();
  const { change } = useAccountChange(RemovePhone);
  const { phone, phoneUsableFrom } = account;
  const isWaiting = phoneUsableFrom !== null && Date.parse(phoneUsableFrom) > Date.now();

  async function remove(): Promise<void> {
    try {
      await change({});
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    outcome.done('account.phone.removed');
  }

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
        <>
          <Button variant="secondary" size="sm" onPress={dialog.show}>
            {phone ? t('account.phone.change') : t('account.phone.add')}
          </Button>
          {phone && (
            <Button variant="ghost" size="sm" onPress={removing.show} aria-label={t('account.phone.removeTitle')}>
              {t('account.phone.remove')}
            </Button>
          )}
        </>
      }
    >
      <PhoneDialog
        key={dialog.serial}
        open={dialog.isOpen}
        onClose={dialog.close}
        account={account}
        clientId={clientId}
      />
      <ConfirmDialog
        open={removing.isOpen}
        onClose={removing.close}
        title={t('account.phone.removeTitle')}
        body={t('account.phone.removeBody')}
        confirmLabel={t('account.phone.remove')}
        onConfirm={remove}
      />
    </Setting>
  );
}
