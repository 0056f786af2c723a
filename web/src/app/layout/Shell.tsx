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
import { ShellFrame } from './ShellFrame';
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
    <>
      <SkipLink />
      <ShellFrame
        header={
          <Header
            onMenu={() => setOpened('menu')}
            onProfile={() => setOpened('profile')}
            onSignOut={() => setOpened('signOut')}
          />
        }
        menu={<MenuList pages={pages} />}
        menuLabel={t('nav.main')}
        tabs={<TabBar pages={pages} onProfile={() => setOpened('profile')} />}
      >
        <Suspense fallback={<PendingPage />}>
          <Outlet />
        </Suspense>
      </ShellFrame>

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
    </>
  );
}
