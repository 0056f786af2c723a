import { CalendarDays } from 'lucide-react';
import { useText } from '../../i18n';
import { LinkButton } from '../../ui';

/** To the calendar of who is away. */
export function CalendarLink({ href }: { href: string }) {
  const { t } = useText();
  return (
    <LinkButton variant="secondary" href={href} icon={<CalendarDays aria-hidden className="size-4.5" />}>
      {t('timeOff.calendar')}
    </LinkButton>
  );
}
