/** The user guide as its own page, for people who follow its link; if a tenant embeds it, it opens over the page instead. */
import { Guide } from '../../features/guide/Guide';
import { useText } from '../../i18n';
import { PageHeader } from '../../ui';
import { PublicPage } from '../layout/PublicPage';

export default function GuidePage() {
  const { t } = useText();
  return (
    <PublicPage wide>
      <div className="flex flex-col gap-8">
        <PageHeader title={t('page.guide')} description={t('guide.lead')} />
        <Guide headingLevel={2} />
      </div>
    </PublicPage>
  );
}
