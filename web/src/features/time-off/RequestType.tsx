import { Paperclip } from 'lucide-react';
import { useText } from '../../i18n';
import type { Request } from './timeOff';

/** What was asked for, and whether files came along. */
export function RequestType({ request: { type, attachmentCount } }: { request: Request }) {
  const { t } = useText();
  if (attachmentCount === 0) return type;
  return (
    <span className="inline-flex items-center gap-1.5">
      {type}
      <Paperclip aria-hidden className="size-3.5 flex-none text-sub" />
      <span className="sr-only">{t('timeOff.attachments.count', { count: attachmentCount })}</span>
    </span>
  );
}
