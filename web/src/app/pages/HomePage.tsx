/** The central page: a tile for each place in the portal and for each application next to it. People who have none are told what to do. */
import { ArrowRight, Banknote, House, KeyRound, type LucideIcon, ShieldCheck, UsersRound } from 'lucide-react';
import { Applications } from '../../features/applications/Applications';
import { type TextKey, useText } from '../../i18n';
import { EmptyState, IconTile, Link, PageHeader } from '../../ui';
import { paths } from '../paths';
import { rolesIn } from '../session/roles';
import { doesPayroll, isAdmin, useCompany, useViewer } from '../session/viewer';

type Place = { href: string; icon: LucideIcon; title: TextKey; body: TextKey };

const employeeHome: Place = {
  href: paths.employeeHome(),
  icon: House,
  title: 'home.place.employee.title',
  body: 'home.place.employee.body',
};
const managerHome: Place = {
  href: paths.managerHome(),
  icon: UsersRound,
  title: 'home.place.manager.title',
  body: 'home.place.manager.body',
};
const adminHome: Place = {
  href: paths.adminHome(),
  icon: ShieldCheck,
  title: 'page.adminHome',
  body: 'home.place.admin.body',
};

const handover: Place = {
  href: paths.adminHandover(),
  icon: Banknote,
  title: 'page.adminHandover',
  body: 'home.place.handover.body',
};

export default function HomePage() {
  const { t } = useText();
  const viewer = useViewer();
  const company = useCompany();
  const roles = company ? rolesIn(company) : [];
  const places = [
    ...(roles.includes('employee') ? [employeeHome] : []),
    ...(roles.includes('manager') ? [managerHome] : []),
    ...(isAdmin(viewer) ? [adminHome] : []),
    ...(doesPayroll(viewer) ? [handover] : []),
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('home.hello', { name: viewer.firstName })}
        description={places.length > 0 ? t('home.places') : t('home.signedInAs', { email: viewer.email })}
      />
      {places.length === 0 && (
        <EmptyState
          icon={<KeyRound />}
          title={t('home.idOnly.title', { tenant: viewer.tenantName })}
          body={t('home.idOnly.body')}
        />
      )}
      {places.length > 0 && (
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {places.map((place) => (
            <li key={place.href}>
              <Tile {...place} />
            </li>
          ))}
        </ul>
      )}
      <Applications tenantId={viewer.tenantId} />
    </div>
  );
}

function Tile({ href, icon, title, body }: Place) {
  const { t } = useText();
  return (
    <Link
      href={href}
      variant="plain"
      className="group flex h-full items-start gap-4 rounded-xl border border-line bg-surface p-5 shadow-card transition-colors hover:bg-hover"
    >
      <IconTile icon={icon} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(title)}</span>
        <span className="mt-0.5 block text-sm text-sub text-pretty">{t(body)}</span>
      </span>
      <ArrowRight
        aria-hidden
        className="mt-0.5 size-4.5 flex-none text-sub transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  );
}
