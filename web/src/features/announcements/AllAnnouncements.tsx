/** The way to every announcement. */
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, toast, useLate } from '../../ui';

const loadDialog = () => import('./AnnouncementsDialog');

type AllAnnouncementsProps = { actor: Actor; onRead: () => Promise<void> };

export function AllAnnouncements({ actor, onRead }: AllAnnouncementsProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const {
    Part: AnnouncementsDialog,
    isComing,
    bring,
  } = useLate(loadDialog, (error) => toast(errorText(t, error, 'announcements.loadFailed'), { tone: 'error' }));

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        pending={isComing}
        onPress={() => void bring(() => setOpen(true))}
        className="-my-1.5 -mr-3 text-base! font-medium! text-brand-ink!"
      >
        {t('announcements.viewAll')}
      </Button>
      {AnnouncementsDialog && (
        <AnnouncementsDialog open={isOpen} onClose={() => setOpen(false)} actor={actor} onRead={onRead} />
      )}
    </>
  );
}
