/** Where the native app starts when no one is signed in. */
import { LogIn } from 'lucide-react';
import { useText } from '../../i18n';
import { LinkButton } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { Message } from './Message';

export default function LandingPage() {
  const { t } = useText();
  return (
    <PublicPage>
      <Message icon={LogIn} title={t('landing.title')} body={t('landing.body')}>
        <LinkButton href={paths.signIn()}>{t('landing.signIn')}</LinkButton>
      </Message>
    </PublicPage>
  );
}
