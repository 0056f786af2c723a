/** What the company always has to say to its people, from its links; never out of date, and never new. */
import { Pin } from 'lucide-react';
import { useText } from '../../i18n';

export function StandingMessages({ messages }: { messages: readonly string[] }) {
  const { t } = useText();
  return (
    <ul aria-label={t('announcements.standing')} className="flex flex-col gap-2.5">
      {messages.map((message) => (
        <li key={message} className="flex items-start gap-3">
          <Pin aria-hidden className="mt-1 size-4 flex-none text-sub" />
          <span className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{message}</span>
        </li>
      ))}
    </ul>
  );
}
