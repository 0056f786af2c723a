import { useText } from '../../i18n';
import { useViewPages } from '../layout/useMenu';
import { PageList } from './PageList';

export default function ManagerMenuPage() {
  const { t } = useText();
  return <PageList title={t('page.menu')} lead={t('managerMenu.lead')} pages={useViewPages()} />;
}
