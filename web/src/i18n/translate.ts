/** A key and its values as text in one language. Pure: the texts come in. What a library for fifty languages weighs is too much for two. */

export type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** `texts` may grow while the translator is in use: a feature's come with its first page. */
export function translator(language: string, texts: Texts): (key: string, values?: Values) => string {
  const plural = new Intl.PluralRules(language);
  const formOf = (key: string, count: Values[string]): string | undefined =>
    typeof count === 'number' ? (texts[`${key}_${plural.select(count)}`] ?? texts[`${key}_other`]) : undefined;
  return (key, values = {}) => {
    const text = formOf(key, values.count) ?? texts[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
