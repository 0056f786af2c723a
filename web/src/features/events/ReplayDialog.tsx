/** Sends everything again that happened since a day. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { DateField, Form, FormDialog } from '../../ui';
import { useSaved } from './useSaved';
import { daysAgo, ReplayWebhook, startOf, type Webhook } from './webhook';

type ReplayDialogProps = { open: boolean; onClose: () => void; tenantId: string; webhook: Webhook };

const formId = 'webhook-replay';
/** Events are kept for 30 days, so the whole of this one is still there. */
const furthestDays = 29;

export function ReplayDialog({ open, onClose, tenantId, webhook }: ReplayDialogProps) {
  const { t } = useText();
  const replay = useSubmit(ReplayWebhook);
  const [day, setDay] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, failure, at } = useSaved();
  const now = new Date();

  async function send(): Promise<void> {
    setTried(true);
    if (day === '') return;
    const variables = { tenantId, webhookId: webhook.id, since: startOf(day) };
    if (await run(() => replay.mutateAsync(variables), t('events.replay.done', { name: webhook.name }))) onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('events.replay.title', { name: webhook.name })}
      description={t('events.replay.lead')}
      formId={formId}
      submitLabel={t('events.replay')}
      pending={replay.isPending}
      isDirty={day !== ''}
    >
      <Form id={formId} onSubmit={() => void send()} error={failure && !at('since') ? failure.text : null}>
        <DateField
          label={t('events.replay.since')}
          value={day}
          onChange={setDay}
          min={daysAgo(furthestDays, now)}
          max={daysAgo(0, now)}
          error={at('since') ?? (isTried && day === '' ? t('kit.required') : undefined)}
          required
        />
      </Form>
    </FormDialog>
  );
}
