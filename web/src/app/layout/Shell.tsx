/** The frame of every page for people who are signed in: header, left menu or bottom tabs, and the page itself. */
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { loadPartFiles, useText } from '../../i18n';
import { roomForMenu, useAnyUnsaved, useMedia, usePreload } from '../../ui';
import { TenantFlags } from '../flags/TenantFlags';
import { loadPageFiles } from '../page-code';
import { AssistantEntry } from './AssistantEntry';
import { isReturn } from './FirstFrame';
import { Header } from './Header';
import { LeaveQuestion } from './LeaveQuestion';
import { MenuList } from './MenuList';
import { PendingPage } from './PendingPage';
import { loadPanels } from './panels';
import { ShellFrame } from './ShellFrame';
import type { Panel } from './ShellPanels';
import { SkipLink } from './SkipLink';
import { TabBar } from './TabBar';
import { useLater } from './useLater';
import { useMenuPages, useTabPages } from './useMenu';

const ShellPanels = lazy(loadPanels);
/** What lies over a page, and where the pages and the texts of this menu are. */
const loadNext = () => Promise.all([loadPanels(), loadPageFiles(), loadPartFiles()]);

export function Shell() {
  const { t } = useText();
  const pages = useMenuPages();
  const tabs = useTabPages();
  const [opened, setOpened] = useState<Panel | null>(null);
  // Kept from the first opening on: a closed panel has still to slide away.
  const [hasPanels, setHasPanels] = useState(false);
  const open = (panel: Panel | null) => {
    setHasPanels(true);
    setOpened(panel);
  };
  // What a phone does not show, or only a phone, is not drawn elsewhere: each link has a price of its own.
  const hasRoom = useMedia(roomForMenu);
  const isUnsaved = useAnyUnsaved();
  // The frame first, then what stands in it; at once where it has to be scrolled to.
  const isDue = useLater(isReturn());
  usePreload(loadNext);

  return (
    <>
      <TenantFlags />
      <SkipLink />
      <ShellFrame
        header={
          <Header
            onMenu={() => open('menu')}
            onNotices={() => open('notices')}
            onProfile={() => open('profile')}
            onSignOut={() => open('signOut')}
          />
        }
        menu={
          hasRoom && (
            <>
              <MenuList pages={pages} />
              <AssistantEntry />
            </>
          )
        }
        menuLabel={t('nav.main')}
        tabs={!hasRoom && <TabBar pages={tabs} />}
      >
        <Suspense fallback={<PendingPage />}>{isDue ? <Outlet /> : <PendingPage />}</Suspense>
      </ShellFrame>
      {isUnsaved && <LeaveQuestion />}
      {hasPanels && (
        <Suspense>
          <ShellPanels opened={opened} onOpen={open} pages={pages} />
        </Suspense>
      )}
    </>
  );
}
