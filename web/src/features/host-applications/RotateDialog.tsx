/** Gives an application a new secret, and asks what happens to the old one. */
import { useRef, useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { ConfirmDialog, RadioGroup } from '../../ui';
import { type HostApplication, RotateSecret, type Saved } from './host-application';
import { useSaved } from './useSaved';

type RotateDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  application: HostApplication;
  onSaved: (saved: Saved) => void;
};

export function RotateDialog({ open, onClose, tenantId, application, onSaved }: RotateDialogProps) {
  const { t } = useText();
  const rotate = useSubmit(RotateSecret);
  const [old, setOld] = useState('day');
  const { run, failure } = useSaved();
  const saved = useRef<Saved | null>(null);
  const { id, name, version } = application;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => (saved.current ? onSaved(saved.current) : onClose())}
      title={t('hostApplications.rotate.title', { name })}
      body={t('hostApplications.rotate.body')}
      confirmLabel={t('hostApplications.rotate')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const variables = { tenantId, applicationId: id, version, keepOld: old === 'day' };
        const change = async () => (await rotate.mutateAsync(variables)).rotateApplicationSecret;
        saved.current = await run(change, t('hostApplications.rotate.done', { name }));
        if (!saved.current) throw new Error('The question stays open.');
      }}
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={t('hostApplications.rotate.old')}
          options={[
            {
              value: 'day',
              label: t('hostApplications.rotate.day'),
              description: t('hostApplications.rotate.dayHint'),
            },
            {
              value: 'now',
              label: t('hostApplications.rotate.now'),
              description: t('hostApplications.rotate.nowHint'),
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
