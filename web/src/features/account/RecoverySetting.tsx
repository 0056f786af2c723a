/** How many recovery codes are left, and new ones. */
import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { Badge, Button, ConfirmDialog } from '../../ui';
import { useOutcome, useReloadAccount } from './account';
import { RecoveryCodes } from './RecoveryCodes';
import { Setting } from './Section';
import { useOpening } from './useOpening';

const RenewRecoveryCodes = graphql(`mutation RenewRecoveryCodes { renewRecoveryCodes { recoveryCodes } }`);

/** Fewer than this is worth a warning. */
const few = 3;

export function RecoverySetting({ codesLeft, hasFactor }: { codesLeft: number; hasFactor: boolean }) {
  const { t } = useText();
  const outcome = useOutcome();
  const reload = useReloadAccount();
  const asking = useOpening();
  const showing = useOpening();
  const renew = useSubmit(RenewRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[]>([]);

  async function getNew(): Promise<void> {
    try {
      setCodes((await renew.mutateAsync({})).renewRecoveryCodes.recoveryCodes);
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    showing.show();
    await reload();
  }

  return (
    <Setting
      icon={<LifeBuoy />}
      title={t('account.recovery.title')}
      status={
        hasFactor ? (
          <span className="flex flex-wrap items-center gap-2">
            {codesLeft < few && (
              <Badge tone={codesLeft === 0 ? 'bad' : 'warn'} dot>
                {codesLeft === 0 ? t('account.recovery.noneLeft') : t('account.recovery.few')}
              </Badge>
            )}
            {codesLeft === 0 ? t('account.recovery.noneLeftBody') : t('account.recovery.left', { count: codesLeft })}
          </span>
        ) : (
          t('account.recovery.none')
        )
      }
      action={
        hasFactor && (
          <Button variant="secondary" size="sm" onPress={asking.show}>
            {t('account.recovery.renew')}
          </Button>
        )
      }
    >
      <ConfirmDialog
        open={asking.isOpen}
        onClose={asking.close}
        title={t('account.recovery.renewTitle')}
        body={t('account.recovery.renewBody')}
        confirmLabel={t('account.recovery.renew')}
        tone="primary"
        onConfirm={getNew}
      />
      <RecoveryCodes open={showing.isOpen} onClose={showing.close} codes={codes} />
    </Setting>
  );
}
