/** The frame of every form of the profile: its title, what it is for, and its two buttons. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { Button, Dialog } from '../../ui';

type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  size?: 'lg';
  title: string;
  description: string;
  submitLabel: string;
  pending: boolean;
  /** Of the form inside, which the button sends. */
  formId: string;
  children: ReactNode;
};

export function FormDialog({ submitLabel, pending, formId, children, ...dialog }: FormDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="secondary" onPress={dialog.onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
