/** Gives a machine client a new secret, and asks what happens to the old one. */
import { useRef, useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { ConfirmDialog, RadioGroup } from '../../ui';
import { type Machine, RotateSecret, type Saved } from './machine';
import { useSaved } from './useSaved';

type RotateDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  machine: Machine;
  onSaved: (saved: Saved) => void;
};

export function RotateDialog({ open, onClose, tenantId, machine, onSaved }: RotateDialogProps) {
  const { t } = useText();
  const rotate = useSubmit(RotateSecret);
  const [old, setOld] = useState('day');
  const { run, failure } = useSaved();
  const saved = useRef<Saved | null>(null);
  const { id, name, version } = machine;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => (saved.current ? onSaved(saved.current) : onClose())}
      title={t('machines.rotate.title', { name })}
      body={t('machines.rotate.body')}
      confirmLabel={t('machines.rotate')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const variables = { tenantId, machineId: id, version, keepOld: old === 'day' };
        const change = async () => (await rotate.mutateAsync(variables)).rotateMachineSecret;
        saved.current = await run(change, t('machines.rotate.done', { name }));
        if (!saved.current) throw new Error('The question stays open.');
      }}
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={t('machines.rotate.old')}
          options={[
            {
              value: 'day',
              label: t('machines.rotate.day'),
              description: t('machines.rotate.dayHint'),
            },
            {
              value: 'now',
              label: t('machines.rotate.now'),
              description: t('machines.rotate.nowHint'),
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
