/** What the server keeps in English, in the person's language. */
import { useText } from '../../i18n';
import { knownText, textOr } from '../../i18n/known';

export function useValueText() {
  const { t } = useText();
  const value = (text: string) => knownText(t, text, (name) => `profile.value.${name}`);
  const field = (name: string) => textOr(t, `profile.field.${name}`, name);
  const options = (values: readonly string[]) => values.map((one) => ({ value: one, label: value(one) }));
  return { value, field, options };
}
