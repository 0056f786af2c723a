/** The frame of every page for people who are signed in: header, left menu or bottom tabs, and the page itself. */
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useText } from '../../i18n';
import { ConfirmDialog, Drawer } from '../../ui';
import { paths } from '../paths';
import { useSession } from '../session/store';
import { isIdentityOnly, useCompany, useViewer } from '../session/viewer';
import { Header } from './Header';
import { MenuList } from './MenuList';
import { menuPages } from './menu';
import { PendingPage } from './PendingPage';
import { ProfileDrawer } from './ProfileDrawer';
import { SkipLink } from './SkipLink';
import { TabBar } from './TabBar';

type Opened = 'menu' | 'profile' | 'signOut' | null;

export function Shell() {
  const { t } = useText();
  const router = useRouter();
  const hasCompany = useCompany() !== null;
  const viewMode = useSession((session) => session.viewMode);
  const [opened, setOpened] = useState<Opened>(null);
  const pages = menuPages({ viewMode, hasCompany, isIdentityOnly: isIdentityOnly(useViewer()) });
  const close = () => setOpened(null);

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header
        onMenu={() => setOpened('menu')}
        onProfile={() => setOpened('profile')}
        onSignOut={() => setOpened('signOut')}
      />
      <div className="flex flex-1">
        <nav
          aria-label={t('nav.main')}
          className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-62 flex-none overflow-y-auto border-r border-line bg-surface p-3 md:block"
        >
          <MenuList pages={pages} />
        </nav>
        <main id="main" tabIndex={-1} className="outline-none min-w-0 flex-1 px-4 py-6 sm:px-6 md:px-8 md:py-8">
          <div className="mx-auto max-w-6xl">
            <Suspense fallback={<PendingPage />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
      <TabBar pages={pages} onProfile={() => setOpened('profile')} />

      <Drawer open={opened === 'menu'} onClose={close} side="left" size="sm" title={t('nav.menu')}>
        <nav aria-label={t('nav.main')}>
          <MenuList pages={pages} onFollow={close} />
        </nav>
      </Drawer>
      <ProfileDrawer open={opened === 'profile'} onClose={close} onSignOut={() => setOpened('signOut')} />
      <ConfirmDialog
        open={opened === 'signOut'}
        onClose={close}
        title={t('signOut.title')}
        body={t('signOut.body')}
        confirmLabel={t('signOut.action')}
        cancelLabel={t('app.cancel')}
        tone="primary"
        onConfirm={() => router.navigate({ to: paths.signOut(), replace: true })}
      />
    </div>
  );
}
