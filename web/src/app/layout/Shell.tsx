/** The frame of every page for people who are signed in: header, left menu or bottom tabs, and the page itself. */
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { loadCodes } from '../../api/client';
import { useWaiting, type WaitingPunch } from '../../features/clock/waiting';
import { loadPartFiles, loadTexts, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { late, roomForMenu, toast, useAnyUnsaved, useLate, useMedia, usePreload, usePreloadWhenCalm } from '../../ui';
import type { Beside } from '../assistant/AssistantParts';
import { useFlag } from '../flags/flags';
import { TenantFlags } from '../flags/TenantFlags';
import { loadPageFiles } from '../page-code';
import { currentPort } from '../platform/platform';
import { loadProvider } from '../session/refresh';
import { useSession } from '../session/store';
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

/** Where the pages and the texts of this menu are, and what a refused call or an old token needs. */
const loadNext = () =>
  Promise.all([loadPageFiles(), loadPartFiles(), loadTexts(['refusals']), loadCodes(), loadProvider()]);

const SendWaiting = late(
  async () => (await Promise.all([import('../../features/clock/SendWaiting'), loadTexts(['clock'])]))[0],
);

const AssistantPart = late(() => import('../assistant/AssistantParts'));

export function Shell() {
  const { t } = useText();
  const pages = useMenuPages();
  const tabs = useTabPages();
  const [opened, setOpened] = useState<Panel | null>(null);
  const tellMissing = (error?: unknown) => toast(errorText(t, error, 'home.cardFailed'), { tone: 'error' });
  const { Part: ShellPanels, bring } = useLate(loadPanels, tellMissing);
  const open = (panel: Panel | null) => void bring(() => setOpened(panel));
  // What a phone does not show, or only a phone, is not drawn elsewhere: each link has a price of its own.
  const hasRoom = useMedia(roomForMenu);
  const isUnsaved = useAnyUnsaved();
  const personId = useSession((session) => session.personId);
  const isWaiting = ({ personId: of, refusal }: WaitingPunch) => of === personId && refusal === undefined;
  const waitsFor = useWaiting().some(isWaiting) ? personId : null;
  const hasAssistant = useFlag('chatbot');
  const [beside, setBeside] = useState<Beside>(null);
  // Page and assistant go before the menu, which then opens over the page.
  const isNarrow = beside === 'panel';
  const assistant = (part: 'entry' | 'panel', onFollow?: () => void) =>
    hasAssistant && <AssistantPart part={part} onBeside={setBeside} onFollow={onFollow} onMissing={tellMissing} />;
  // The frame first, then what is in it; at once where it has to be scrolled to.
  const isDue = useLater(isReturn());
  usePreload(loadNext);
  usePreloadWhenCalm();

  return (
    <>
      <TenantFlags />
      {waitsFor !== null && <SendWaiting personId={waitsFor} onNetwork={currentPort().network.onChange} />}
      <SkipLink />
      <ShellFrame
        header={
          <Header
            onMenu={() => open('menu')}
            onNotices={() => open('notices')}
            onProfile={() => open('profile')}
            onSignOut={() => open('signOut')}
            isNarrow={isNarrow}
          />
        }
        menu={
          hasRoom &&
          !isNarrow && (
            <>
              <MenuList pages={pages} />
              {assistant('entry')}
            </>
          )
        }
        menuLabel={t('nav.main')}
        aside={beside && assistant('panel')}
        tabs={!hasRoom && <TabBar pages={tabs} />}
      >
        <Suspense fallback={<PendingPage />}>{isDue ? <Outlet /> : <PendingPage />}</Suspense>
      </ShellFrame>
      {isUnsaved && <LeaveQuestion />}
      {ShellPanels && (
        <ShellPanels
          opened={opened}
          onOpen={open}
          onMissing={tellMissing}
          pages={pages}
          assistant={(close) => assistant('entry', close)}
        />
      )}
    </>
  );
}
