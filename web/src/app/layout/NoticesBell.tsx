/** The bell: how many notices are unread. The number comes with the viewer; the notices are loaded when it is opened. */
import { Bell } from 'lucide-react';
import { useText } from '../../i18n';
import { IconButton } from '../../ui';
import { isIdentityOnly, useViewer } from '../session/viewer';

/** The server counts up to 100. */
const shownMost = 99;

export function NoticesBell({ onPress }: { onPress: () => void }) {
  const { t } = useText();
  const viewer = useViewer();
  const { unreadNotices } = viewer;
  if (isIdentityOnly(viewer)) return null;
  const shown = unreadNotices > shownMost ? `${shownMost}+` : String(unreadNotices);
  return (
    <IconButton
      label={unreadNotices > 0 ? t('nav.noticesUnread', { shown }) : t('nav.notices')}
      onPress={onPress}
      icon={
        <span className="relative">
          <Bell aria-hidden className="size-5" />
          {unreadNotices > 0 && (
            <span
              aria-hidden
              className="absolute -top-2 left-2.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-brand px-1 text-[.6875rem] leading-none font-semibold text-on-brand tabular-nums ring-2 ring-surface"
            >
              {shown}
            </span>
          )}
        </span>
      }
    />
  );
}
