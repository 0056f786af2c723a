/** /accountSettings: who I am, how I sign in, where I am signed in, and what happened to my account. */
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, ErrorState, PageHeader, SkeletonList } from '../../ui';
import { type Account, useAccount } from './account';
import { EventList } from './EventList';
import { LanguageSetting } from './LanguageSetting';
import { LinkedIdentitiesSetting } from './LinkedIdentitiesSetting';
import { MergeSetting } from './MergeSetting';
import { PasskeysSetting } from './PasskeysSetting';
import { PasswordSetting } from './PasswordSetting';
import { PhoneSetting } from './PhoneSetting';
import { ProfileForm } from './ProfileForm';
import { RecoverySetting } from './RecoverySetting';
import { Section } from './Section';
import { SessionList } from './SessionList';
import { TotpSetting } from './TotpSetting';

type AccountPageProps = {
  /** The app's name at the provider. */
  clientId: string;
  /** Names, e-mail and companies are also shown elsewhere. */
  onProfileSaved: () => void;
};

export function AccountPage({ clientId, onProfileSaved }: AccountPageProps) {
  const { t } = useText();
  const account = useAccount();
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title={t('page.account')} description={t('account.lead')} />
      {account.isPending && (
        <Card>
          <SkeletonList rows={6} avatars />
        </Card>
      )}
      {account.isError && !account.data && (
        <Card>
          <ErrorState
            title={t('account.loadFailed')}
            body={errorText(t, account.error)}
            onRetry={() => void account.refetch()}
            retrying={account.isFetching}
          />
        </Card>
      )}
      {account.data && <Settings account={account.data} clientId={clientId} onProfileSaved={onProfileSaved} />}
    </div>
  );
}

function Settings({ account, clientId, onProfileSaved }: AccountPageProps & { account: Account }) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-8">
      <Section title={t('account.profile.title')} lead={t('account.profile.lead')}>
        <ProfileForm account={account} onSaved={onProfileSaved} />
      </Section>
      <Section flush title={t('account.security.title')} lead={t('account.security.lead')}>
        <ul className="divide-y divide-line">
          <PasswordSetting account={account} />
          <PasskeysSetting passkeys={account.passkeys} isPossible={account.passkeysPossible} />
          <LinkedIdentitiesSetting identities={account.linkedIdentities} />
          <TotpSetting enabledAt={account.totpEnabledAt} />
          <RecoverySetting
            codesLeft={account.recoveryCodesLeft}
            hasFactor={account.totpEnabledAt !== null || account.passkeys.length > 0}
          />
          <PhoneSetting account={account} clientId={clientId} />
        </ul>
      </Section>
      <Section flush title={t('account.sessions.title')} lead={t('account.sessions.lead')}>
        <SessionList sessions={account.sessions} />
      </Section>
      <Section title={t('language.label')} lead={t('account.language.lead')}>
        <LanguageSetting />
      </Section>
      <Section flush title={t('account.events.title')} lead={t('account.events.lead')}>
        <EventList events={account.events} />
      </Section>
      <Section flush title={t('account.merge.title')} lead={t('account.merge.lead')}>
        <MergeSetting merge={account.merge} onChanged={onProfileSaved} />
      </Section>
    </div>
  );
}
