/** All there is to know about one announcement, for managers. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, FactList } from '../../ui';
import MessageDialog from './MessageDialog';
import type { Message } from './message';
import { StateBadge } from './StateBadge';
import { type Places, targetInWords } from './targets';

type AnnouncementDetailsProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  message: Message;
  places: Places | null;
  /** Null for those who may only read. */
  onEdit: ((message: Message) => void) | null;
};

export function AnnouncementDetails({ open, onClose, actor, message, places, onEdit }: AnnouncementDetailsProps) {
  const { t } = useText();
  const format = useFormat();
  const { messageEs, startDate, endDate, state, updatedAt, updatedByName } = message;
  const facts = [
    { label: t('announcements.column.state'), value: <StateBadge state={state} /> },
    { label: t('announcements.column.audience'), value: places ? targetInWords(message, places, t) : '–' },
    { label: t('announcements.column.dates'), value: format.dayRange(startDate, endDate) },
    { label: t('announcements.column.updated'), value: format.instant(updatedAt, actor.timeZone) },
  ];
  return (
    <MessageDialog
      open={open}
      onClose={onClose}
      message={message.message}
      about={t('announcements.updatedBy', { name: updatedByName })}
      footer={
        onEdit && (
          <Button variant="secondary" onPress={() => onEdit(message)}>
            {t('announcements.edit')}
          </Button>
        )
      }
    >
      {messageEs && (
        <section aria-label={t('announcements.inSpanish')} className="rounded-md bg-sunken p-4" lang="es">
          <h3 className="text-sm font-semibold">{t('announcements.inSpanish')}</h3>
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{messageEs}</p>
        </section>
      )}
      <FactList facts={facts} />
    </MessageDialog>
  );
}
