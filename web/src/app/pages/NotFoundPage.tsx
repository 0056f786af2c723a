import { Compass } from 'lucide-react';
import { useText } from '../../i18n';
import { LinkButton } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { Message } from './Message';

export default function NotFoundPage() {
  const { t } = useText();
  return (
    <PublicPage>
      <Message icon={Compass} title={t('notFound.title')} body={t('notFound.body')}>
        <LinkButton href={paths.home()}>{t('notFound.home')}</LinkButton>
      </Message>
    </PublicPage>
  );
}
