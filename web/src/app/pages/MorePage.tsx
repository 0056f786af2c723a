import { useText } from '../../i18n';
import { useViewPages } from '../layout/useMenu';
import { PageList } from './PageList';

export default function MorePage() {
  const { t } = useText();
  return <PageList title={t('page.more')} lead={t('more.lead')} pages={useViewPages()} />;
}
