/** The frame of every page for people who are signed in: header, left menu or bottom tabs, and the page itself. */
import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { loadTexts, useText } from '../../i18n';
import { ConfirmDialog, Drawer } from '../../ui';
import { useTenantFlags } from '../flags/useTenantFlags';
import { paths } from '../paths';
import { AssistantEntry } from './AssistantEntry';
import { Header } from './Header';
import { MenuList } from './MenuList';
import { PendingPage } from './PendingPage';
import { ProfileDrawer } from './ProfileDrawer';
import { ShellFrame } from './ShellFrame';
import { SkipLink } from './SkipLink';
import { TabBar } from './TabBar';
import { useMenuPages, useTabPages } from './useMenu';

type Opened = 'menu' | 'profile' | 'guide' | 'signOut' | null;

const GuideDrawer = lazy(
  async () => (await Promise.all([import('../../features/guide/GuideDrawer'), loadTexts(['guide'])]))[0],
);

export function Shell() {
  const { t } = useText();
  const router = useRouter();
  useTenantFlags();
  const pages = useMenuPages();
  const tabs = useTabPages();
  const [opened, setOpened] = useState<Opened>(null);
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
        menu={
          <>
            <MenuList pages={pages} />
            <AssistantEntry />
          </>
        }
        menuLabel={t('nav.main')}
        tabs={<TabBar pages={tabs} />}
      >
        <Suspense fallback={<PendingPage />}>
          <Outlet />
        </Suspense>
      </ShellFrame>

      <Drawer open={opened === 'menu'} onClose={close} side="left" size="sm" title={t('nav.menu')}>
        <nav aria-label={t('nav.main')}>
          <MenuList pages={pages} onFollow={close} />
          <AssistantEntry />
        </nav>
      </Drawer>
      <ProfileDrawer
        open={opened === 'profile'}
        onClose={close}
        onGuide={() => setOpened('guide')}
        onSignOut={() => setOpened('signOut')}
      />
      {opened === 'guide' && (
        <Suspense>
          <GuideDrawer open onClose={close} />
        </Suspense>
      )}
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
