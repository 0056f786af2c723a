/** A few announcements by their headlines. Pressing one opens the whole text. */
import { useState } from 'react';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, toast, useLate } from '../../ui';
import { Excerpt } from './Excerpt';
import { type Message, textFor } from './message';
import { StateBadge } from './StateBadge';

const loadDialog = () => import('./MessageDialog');

type TopAnnouncementsProps = {
  messages: readonly Message[];
  showsState?: boolean;
  /** For those who are meant to read them: marks what is new, and hears what was opened. */
  onRead?: (message: Message) => void;
};

export function TopAnnouncements({ messages, showsState = false, onRead }: TopAnnouncementsProps) {
  const { t, language } = useText();
  const format = useFormat();
  const [shown, setShown] = useState(messages[0]);
  const [isOpen, setOpen] = useState(false);
  const {
    Part: MessageDialog,
    isComing,
    bring,
  } = useLate(loadDialog, (error) => toast(errorText(t, error), { tone: 'error' }));

  return (
    <>
      <ul className="-mx-3 -my-2 divide-y divide-line">
        {messages.map((message) => (
          <li key={message.id} className="py-1">
            <Button
              variant="ghost"
              wide
              pending={isComing && shown === message}
              onPress={() => {
                setShown(message);
                void bring(() => {
                  setOpen(true);
                  onRead?.(message);
                });
              }}
              className="h-auto! items-start! justify-between! gap-4! px-3! py-3! text-left text-base! font-normal! whitespace-normal!"
            >
              <span className="min-w-0 flex-1">
                <Excerpt message={textFor(message, language)} />
                <span className="mt-1 block text-sm text-sub tabular-nums">{format.day(message.startDate)}</span>
              </span>
              {showsState && <StateBadge state={message.state} />}
              {onRead && !message.isRead && <Badge tone="info">{t('announcements.unread')}</Badge>}
            </Button>
          </li>
        ))}
      </ul>
      {shown && MessageDialog && (
        <MessageDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          message={textFor(shown, language)}
          about={t('announcements.dialog.until', { day: format.day(shown.endDate) })}
        />
      )}
    </>
  );
}
