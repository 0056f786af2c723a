/** Something one has acknowledged, in a row of one's own calendar. */
import { CircleCheck } from 'lucide-react';
import { useText } from '../../i18n';

export function AcknowledgedRow({ title }: { title: string }) {
  const { t } = useText();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="grid size-8 flex-none place-items-center rounded-full bg-ok-soft text-ok-ink">
        <CircleCheck className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-sm text-sub">{t('calendar.acknowledged')}</span>
      </span>
    </span>
  );
}
