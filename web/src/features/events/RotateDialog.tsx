/** Gives a webhook a new secret, and asks what happens to the old one. */
import { useRef, useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { ConfirmDialog, RadioGroup } from '../../ui';
import { useSaved } from './useSaved';
import { RotateSecret, type Saved, type Webhook } from './webhook';

type RotateDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  webhook: Webhook;
  onSaved: (saved: Saved) => void;
};

export function RotateDialog({ open, onClose, tenantId, webhook, onSaved }: RotateDialogProps) {
  const { t } = useText();
  const rotate = useSubmit(RotateSecret);
  const [old, setOld] = useState('day');
  const { run, failure } = useSaved();
  const saved = useRef<Saved | null>(null);
  const { id, name, version } = webhook;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => (saved.current ? onSaved(saved.current) : onClose())}
      title={t('events.rotate.title', { name })}
      body={t('events.rotate.body')}
      confirmLabel={t('events.rotate')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const variables = { tenantId, webhookId: id, version, keepOld: old === 'day' };
        const change = async () => (await rotate.mutateAsync(variables)).rotateWebhookSecret;
        saved.current = await run(change, t('events.rotate.done', { name }));
        if (!saved.current) throw new Error('The question stays open.');
      }}
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={t('events.rotate.old')}
          options={[
            {
              value: 'day',
              label: t('events.rotate.day'),
              description: t('events.rotate.dayHint'),
            },
            {
              value: 'now',
              label: t('events.rotate.now'),
              description: t('events.rotate.nowHint'),
            },
          ]}
          value={old}
          onChange={setOld}
        />
        {failure && <p role="alert">{failure.text}</p>}
      </div>
    </ConfirmDialog>
  );
}
