/** The language of the account: mails and messages follow it, and so does this device from now on. */
import { graphql } from '../../api/graphql';
import { chooseLanguage, languages, useText } from '../../i18n';
import { RadioGroup } from '../../ui';
import { AccountFields, useAccountChange, useOutcome } from './account';

const ChangeLanguage = graphql(
  `mutation ChangeLanguage($language: String!) { changeLanguage(language: $language) { ...AccountFields } }`,
  [AccountFields],
);

export function LanguageSetting() {
  const { t, language } = useText();
  const outcome = useOutcome();
  const { change } = useAccountChange(ChangeLanguage);

  async function choose(chosen: string): Promise<void> {
    const known = languages.find((candidate) => candidate === chosen);
    if (known === undefined) return;
    await chooseLanguage(known);
    await change({ language: known }).catch((error: unknown) => outcome.failed(error, 'account.language.failed'));
  }

  return (
    <RadioGroup
      label={t('language.label')}
      hideLabel
      layout="row"
      options={languages.map((value) => ({ value, label: <span lang={value}>{t(`language.${value}`)}</span> }))}
      value={language}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}
