import { LogOut } from 'lucide-react';
import { upstreamSignOutPath, useOfferedSignOut } from '../../api/upstream';
import { useText } from '../../i18n';
import { Button, LinkButton } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { Message } from './Message';

export default function SignedOutPage() {
  const { t } = useText();
  const upstream = useOfferedSignOut();
  return (
    <PublicPage>
      <Message icon={LogOut} title={t('signedOut.title')} body={t('signedOut.body')}>
        <LinkButton href={paths.signIn()}>{t('signedOut.again')}</LinkButton>
        {upstream && (
          // Not a page of the app's: the router must leave it alone.
          <Button onPress={() => location.assign(upstreamSignOutPath)} variant="secondary">
            {t('signedOut.upstream', { name: upstream })}
          </Button>
        )}
      </Message>
    </PublicPage>
  );
}
