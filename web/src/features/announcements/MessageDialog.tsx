/** The whole text of one announcement. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { Dialog } from '../../ui';
import { headline } from './message';

type MessageDialogProps = {
  open: boolean;
  onClose: () => void;
  message: string;
  /** What is under the title, such as the dates. */
  about: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

export default function MessageDialog({ open, onClose, message, about, children, footer }: MessageDialogProps) {
  const { t } = useText();
  const { head, rest } = headline(message);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={head || t('announcements.dialog.title')}
      description={about}
      footer={footer}
    >
      {(rest || children) && (
        <div className="flex flex-col gap-6">
          {rest && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{rest}</p>}
          {children}
        </div>
      )}
    </Dialog>
  );
}
