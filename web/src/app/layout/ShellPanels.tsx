/** What slides over the page: the phone's menu, the notices, the profile menu, the guide, and the question whether to sign out. */
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { discard, useWaiting, type WaitingPunch } from '../../features/clock/waiting';
import { loadTexts, useText } from '../../i18n';
import { ConfirmDialog, Drawer, late } from '../../ui';
import { paths } from '../paths';
import { useSession } from '../session/store';
import { MenuList } from './MenuList';
import type { MenuPage } from './menu';
import { NoticesPanel } from './NoticesPanel';
import { ProfileDrawer } from './ProfileDrawer';

export { DiscardQuestion } from '../../ui';

export type Panel = 'menu' | 'notices' | 'profile' | 'guide' | 'signOut';

const GuideDrawer = late(
  async () => (await Promise.all([import('../../features/guide/GuideDrawer'), loadTexts(['guide'])]))[0],
);

type ShellPanelsProps = {
  opened: Panel | null;
  onOpen: (panel: Panel | null) => void;
  /** Says that a panel could not be loaded. */
  onMissing: () => void;
  pages: readonly MenuPage[];
  /** For the end of the menu. */
  assistant: (onFollow: () => void) => ReactNode;
};

export default function ShellPanels({ opened, onOpen, onMissing, pages, assistant }: ShellPanelsProps) {
  const { t } = useText();
  const router = useRouter();
  const personId = useSession((session) => session.personId);
  const isWaiting = (punch: WaitingPunch) => punch.personId === personId && punch.refusal === undefined;
  const waiting = useWaiting().filter(isWaiting).length;
  const close = () => onOpen(null);
  const giveUp = () => {
    close();
    onMissing();
  };
  return (
    <>
      <Drawer open={opened === 'menu'} onClose={close} side="left" size="sm" title={t('nav.menu')}>
        <nav aria-label={t('nav.main')} className="flex flex-col gap-4">
          <MenuList pages={pages} onFollow={close} />
          {assistant(close)}
        </nav>
      </Drawer>
      <ProfileDrawer
        open={opened === 'profile'}
        onClose={close}
        onGuide={() => onOpen('guide')}
        onSignOut={() => onOpen('signOut')}
      />
      {opened === 'notices' && <NoticesPanel open onClose={close} onMissing={giveUp} />}
      {opened === 'guide' && <GuideDrawer open onClose={close} onMissing={giveUp} />}
      <ConfirmDialog
        open={opened === 'signOut'}
        onClose={close}
        title={t('signOut.title')}
        // Its text came with what sends them (Shell.tsx).
        body={waiting > 0 ? t('clock.waiting.signOut', { count: waiting }) : t('signOut.body')}
        confirmLabel={t('signOut.action')}
        cancelLabel={t('app.cancel')}
        tone="primary"
        onConfirm={() => {
          discard(personId);
          return router.navigate({ to: paths.signOut(), replace: true });
        }}
      />
    </>
  );
}
