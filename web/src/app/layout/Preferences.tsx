/** The two choices of the device: language and appearance. */
import { chooseLanguage, languages, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { SegmentedChoice, toast } from '../../ui';
import { themes, useTheme } from './theme';

export function LanguageChoice({ hideLabel = false }: { hideLabel?: boolean }) {
  const { t, language } = useText();
  return (
    <SegmentedChoice
      label={t('language.label')}
      hideLabel={hideLabel}
      options={languages.map((value) => ({ value, label: t(`language.${value}`), lang: value }))}
      value={language}
      onChange={(chosen) => void chooseLanguage(chosen).catch((error) => toast(errorText(t, error), { tone: 'error' }))}
    />
  );
}

export function ThemeChoice() {
  const { t } = useText();
  const { theme, choose } = useTheme();
  return (
    <SegmentedChoice
      label={t('theme.label')}
      options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
      value={theme}
      onChange={choose}
    />
  );
}
