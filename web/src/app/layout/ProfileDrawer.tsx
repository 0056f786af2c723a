/** Who I am here and how I want it: language, appearance, which hat, which company, and the way out. */
import { useRouter } from '@tanstack/react-router';
import {
  ArrowUpRight,
  BookOpen,
  Building2,
  ChevronRight,
  ExternalLink,
  House,
  LogOut,
  type LucideIcon,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n';
import { Avatar, Button, ChoiceRow, Drawer, Link } from '../../ui';
import { useFlag } from '../flags/flags';
import { paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { homeAfterSwitch, rolesIn } from '../session/roles';
import { useSession, type ViewMode } from '../session/store';
import { doesPayroll, enterCompany, isAdmin, useCompany, useViewer, type ViewerCompany } from '../session/viewer';
import { leaveFor } from './leaving';
import { accountPage, adminHome, handoverPage, type MenuPage } from './menu';
import { LanguageChoice, ThemeChoice } from './Preferences';
import { useStanding } from './standing';

type ProfileDrawerProps = { open: boolean; onClose: () => void; onGuide: () => void; onSignOut: () => void };

export function ProfileDrawer({ open, onClose, onGuide, onSignOut }: ProfileDrawerProps) {
  const { t } = useText();
  const viewer = useViewer();
  const company = useCompany();
  const standing = useStanding();
  const viewMode = useSession((session) => session.viewMode);
  const router = useRouter();
  // On the web, this already is the full site.
  const hasFullSiteLink = useFlag('full-site-access-link') && currentPlatform().kind === 'native';

  const enter = (chosen: ViewerCompany, wanted: ViewMode) => {
    onClose();
    leaveFor(() => {
      enterCompany(viewer, chosen, wanted);
      const to = homeAfterSwitch(useSession.getState().viewMode, viewer.applications);
      void router.navigate({ to, ignoreBlocker: true });
    });
  };

  const hasBothViews = company && rolesIn(company).length === 2;

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('profile.title')}
      footer={
        <Button variant="secondary" wide onPress={onSignOut} icon={<LogOut aria-hidden className="size-4.5" />}>
          {t('signOut.action')}
        </Button>
      }
    >
      <div className="flex flex-col gap-7">
        <div className="flex items-center gap-4">
          <Avatar firstName={viewer.firstName} lastName={viewer.lastName} size="lg" />
          <div className="min-w-0">
            <p className="truncate text-lg font-semibold">
              {viewer.firstName} {viewer.lastName}
            </p>
            <p className="text-sm text-sub">{standing}</p>
            <p className="truncate text-sm text-sub">{viewer.email}</p>
          </div>
        </div>
        <ul className="-mx-3 -my-2">
          <PageLink page={accountPage} onFollow={onClose} />
          {isAdmin(viewer) && <PageLink page={adminHome} onFollow={onClose} />}
          {doesPayroll(viewer) && <PageLink page={handoverPage} onFollow={onClose} />}
          <GuideEntry onOpen={onGuide} />
          {hasFullSiteLink && <OutsideLink href={location.origin} text={t('profile.fullSite')} icon={ExternalLink} />}
        </ul>
        <LanguageChoice />
        <ThemeChoice />
        {hasBothViews && (
          <ChoiceList label={t('profile.view')}>
            <ChoiceRow
              icon={<UsersRound aria-hidden strokeWidth={1.75} />}
              text={t('profile.managerRole')}
              currentLabel={t('profile.current')}
              isCurrent={viewMode === 'manager'}
              onPress={() => enter(company, 'manager')}
            />
            <ChoiceRow
              icon={<House aria-hidden strokeWidth={1.75} />}
              text={t('profile.employeeHome')}
              currentLabel={t('profile.current')}
              isCurrent={viewMode === 'employee'}
              onPress={() => enter(company, 'employee')}
            />
          </ChoiceList>
        )}
        {viewer.companies.length > 0 && (
          <ChoiceList label={t('profile.companies')}>
            {viewer.companies.map((candidate) => (
              <ChoiceRow
                key={candidate.companyId}
                icon={<Building2 aria-hidden strokeWidth={1.75} />}
                text={candidate.companyName}
                currentLabel={t('profile.current')}
                isCurrent={candidate.companyId === company?.companyId}
                onPress={() => enter(candidate, viewMode)}
              />
            ))}
          </ChoiceList>
        )}
      </div>
    </Drawer>
  );
}

function PageLink({ page: { href, label, icon: Icon }, onFollow }: { page: MenuPage; onFollow: () => void }) {
  const { t } = useText();
  return (
    <li>
      <Link href={href} variant="plain" onPress={onFollow} className={rowBox}>
        <Icon aria-hidden strokeWidth={1.75} className="size-5 flex-none text-sub" />
        <span className="min-w-0 flex-1 truncate">{t(label)}</span>
        <ChevronRight aria-hidden className="size-4.5 flex-none text-sub" />
      </Link>
    </li>
  );
}

const rowBox = 'flex h-12 items-center gap-3 rounded-md px-3 font-medium transition-colors hover:bg-hover';

/** Opens over the page where the tenant embeds the guide, else in a tab of its own. */
function GuideEntry({ onOpen }: { onOpen: () => void }) {
  const { t } = useText();
  const isEmbedded = useFlag('embed-user-guide');
  if (!isEmbedded) return <OutsideLink href={paths.guide()} text={t('profile.guide')} icon={BookOpen} />;
  return (
    <li>
      <Button
        variant="ghost"
        wide
        onPress={onOpen}
        className="h-12! justify-start! gap-3! px-3! text-base! font-medium!"
      >
        <BookOpen aria-hidden strokeWidth={1.75} className="size-5 flex-none text-sub" />
        <span className="min-w-0 flex-1 truncate text-left">{t('profile.guide')}</span>
        <ChevronRight aria-hidden className="size-4.5 flex-none text-sub" />
      </Button>
    </li>
  );
}

function OutsideLink({ href, text, icon: Icon }: { href: string; text: string; icon: LucideIcon }) {
  return (
    <li>
      <Link href={href} external variant="plain" className={rowBox}>
        <Icon aria-hidden strokeWidth={1.75} className="size-5 flex-none text-sub" />
        <span className="min-w-0 flex-1 truncate">{text}</span>
        <ArrowUpRight aria-hidden className="size-4.5 flex-none text-sub" />
      </Link>
    </li>
  );
}

function ChoiceList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <h3 className="mb-1.5 text-sm font-semibold">{label}</h3>
      <ul className="-mx-3">{children}</ul>
    </section>
  );
}
