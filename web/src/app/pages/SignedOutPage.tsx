import { LogOut } from 'lucide-react';
import { useText } from '../../i18n';
import { LinkButton } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { Message } from './Message';

export default function SignedOutPage() {
  const { t } = useText();
  return (
    <PublicPage>
      <Message icon={LogOut} title={t('signedOut.title')} body={t('signedOut.body')}>
        <LinkButton href={paths.signIn()}>{t('signedOut.again')}</LinkButton>
      </Message>
    </PublicPage>
  );
}
