/** The authenticator app: set it up, or take it away. */
import { Smartphone } from 'lucide-react';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Button, ConfirmDialog } from '../../ui';
import { AccountFields, ownTimeZone, useAccountChange, useOutcome } from './account';
import { Setting } from './Section';
import { TotpDialog } from './TotpDialog';
import { useOpening } from './useOpening';

const RemoveTotp = graphql(`mutation RemoveTotp { removeTotp { ...AccountFields } }`, [AccountFields]);

export function TotpSetting({ enabledAt }: { enabledAt: string | null }) {
  const { t } = useText();
  const format = useFormat();
  const outcome = useOutcome();
  const setUp = useOpening();
  const removing = useOpening();
  const { change } = useAccountChange(RemoveTotp);

  async function remove(): Promise<void> {
    try {
      await change({});
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    outcome.done('account.totp.removed');
  }

  return (
    <Setting
      icon={<Smartphone />}
      title={t('factor.totp')}
      status={
        enabledAt ? (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="ok" dot>
              {t('account.totp.on')}
            </Badge>
            {t('account.totp.since', { day: format.dayOf(enabledAt, ownTimeZone) })}
          </span>
        ) : (
          t('account.totp.off')
        )
      }
      action={
        <>
          <Button variant="secondary" size="sm" onPress={setUp.show}>
            {enabledAt ? t('account.totp.replace') : t('account.totp.setUp')}
          </Button>
          {enabledAt && (
            <Button variant="ghost" size="sm" onPress={removing.show} aria-label={t('account.totp.removeTitle')}>
              {t('account.totp.remove')}
            </Button>
          )}
        </>
      }
    >
      <TotpDialog key={setUp.serial} open={setUp.isOpen} onClose={setUp.close} />
      <ConfirmDialog
        open={removing.isOpen}
        onClose={removing.close}
        title={t('account.totp.removeTitle')}
        body={t('account.totp.removeBody')}
        confirmLabel={t('account.totp.remove')}
        onConfirm={remove}
      />
    </Setting>
  );
}
