/** The application widget, for people the server says have it. No one else loads it. */
import { House, ShieldCheck } from 'lucide-react';
import { useText } from '../../i18n';
import { late } from '../../ui';
import { paths } from '../paths';
import { isAdmin, isIdentityOnly, useViewer } from '../session/viewer';

const ApplicationsMenu = late(() => import('../../features/applications/ApplicationsMenu'));

export function ApplicationsWidget() {
  const { t } = useText();
  const viewer = useViewer();
  const mayHaveIt = viewer.hasIdentityPermissions || viewer.applications.length > 0;
  if (!mayHaveIt || isIdentityOnly(viewer)) return null;
  const home = { id: 'home', label: t('nav.home'), icon: <House aria-hidden />, href: paths.home() };
  const admin = { id: 'admin', label: t('page.adminHome'), icon: <ShieldCheck aria-hidden />, href: paths.adminHome() };
  return <ApplicationsMenu tenantId={viewer.tenantId} own={isAdmin(viewer) ? [home, admin] : [home]} />;
}
