import { CompanyPage as Company } from '../../features/company/CompanyPage';
import { useText } from '../../i18n';
import { useViewPages } from '../layout/useMenu';
import { useActor } from '../session/viewer';

export default function CompanyPage() {
  const { t } = useText();
  const actor = useActor();
  const pages = useViewPages().map(({ href, label }) => ({ href, name: t(label) }));
  return <Company key={actor.companyId} actor={actor} pages={pages} />;
}
