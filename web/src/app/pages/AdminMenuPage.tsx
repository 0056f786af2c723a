import { useText } from '../../i18n';
import { useConsolePages } from '../layout/useMenu';
import { PageList } from './PageList';

export default function AdminMenuPage() {
  const { t } = useText();
  return <PageList title={t('page.menu')} lead={t('adminMenu.lead')} pages={useConsolePages()} />;
}
