/** An address that waits for the link sent there: sent again, or given up. */
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { Button, Notice } from '../../ui';
import { AccountFields, useAccountChange, useOutcome } from './account';

const Resend = graphql(`mutation ResendNewEmail { resendNewEmail { ...AccountFields } }`, [AccountFields]);
const Cancel = graphql(`mutation CancelNewEmail { cancelNewEmail { ...AccountFields } }`, [AccountFields]);

export function NewEmail({ email, current }: { email: string; current: string }) {
  const { t } = useText();
  const outcome = useOutcome();
  const resend = useAccountChange(Resend);
  const cancel = useAccountChange(Cancel);

  async function run(change: typeof resend, done: 'account.newEmail.resent' | 'account.newEmail.cancelled') {
    try {
      await change.change({});
      outcome.done(done);
    } catch (error) {
      outcome.failed(error);
    }
  }

  return (
    <Notice tone="info" title={t('account.newEmail.title')}>
      <p>{t('account.newEmail.body', { email, current })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          pending={resend.isPending}
          onPress={() => void run(resend, 'account.newEmail.resent')}
          aria-label={t('account.newEmail.resend')}
        >
          {t('account.newEmail.resend')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          pending={cancel.isPending}
          onPress={() => void run(cancel, 'account.newEmail.cancelled')}
          aria-label={t('account.newEmail.cancel')}
        >
          {t('account.newEmail.cancel')}
        </Button>
      </div>
    </Notice>
  );
}
