/** Logo, menu button (where the left menu has no room), who is here, and the way out. */
import { LogOut, Menu } from 'lucide-react';
import { useText } from '../../i18n';
import { Avatar, Button, IconButton, Link } from '../../ui';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';
import { ApplicationsWidget } from './ApplicationsWidget';
import { EnvironmentMark } from './EnvironmentMark';
import { NoticesBell } from './NoticesBell';
import { headerBox } from './ShellFrame';
import { useStanding } from './standing';
import { TenantLogo } from './TenantLogo';

type HeaderProps = {
  onMenu: () => void;
  onNotices: () => void;
  onProfile: () => void;
  onSignOut: () => void;
  /** There is no menu at the left. */
  isNarrow: boolean;
};

export function Header({ isNarrow, onMenu, onNotices, onProfile, onSignOut }: HeaderProps) {
  const { t } = useText();
  const { firstName, lastName } = useViewer();
  const standing = useStanding();
  return (
    <header className={headerBox}>
      {/* On a phone the logo gives way: everything else has to be reached. */}
      <div className="flex min-w-0 items-center gap-1.5">
        <IconButton
          label={t('nav.openMenu')}
          onPress={onMenu}
          icon={<Menu aria-hidden className="size-5.5" />}
          className={isNarrow ? '' : 'md:hidden'}
        />
        {/* Side by side on a phone, the mark would leave a logo no one can read. */}
        <div className="flex min-w-0 items-center gap-1.5 max-sm:flex-col max-sm:items-start max-sm:gap-0.5">
          <Link
            href={paths.home()}
            variant="plain"
            className="flex max-w-full min-w-0 items-center gap-2.5 rounded-md p-1 max-sm:p-0"
          >
            <TenantLogo />
          </Link>
          <EnvironmentMark className="max-sm:h-4.5 max-sm:px-2 max-sm:text-[.6875rem]" />
        </div>
      </div>
      <div className="flex min-w-0 items-center gap-1 max-sm:flex-none">
        <ApplicationsWidget />
        <NoticesBell onPress={onNotices} />
        <Button variant="ghost" onPress={onProfile} className="h-12! min-w-0 shrink gap-3! px-2!">
          <Avatar firstName={firstName} lastName={lastName} />
          <span className="sr-only">{t('profile.open')}</span>
          <span className="hidden min-w-0 text-left leading-tight sm:block">
            <span className="block truncate text-[.875rem] font-semibold">
              {firstName} {lastName}
            </span>
            <span className="block truncate text-xs font-normal text-sub">{standing}</span>
          </span>
        </Button>
        <IconButton label={t('signOut.action')} onPress={onSignOut} icon={<LogOut aria-hidden className="size-5" />} />
      </div>
    </header>
  );
}
