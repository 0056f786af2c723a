/** What the server keeps in English, in the reader's language. Words that are not in the catalogue are someone's own and stay as they are. */
import type { TextKey, Translate } from './index';

/** «Employee + spouse» has the name `EmployeeSpouse`. */
function nameOf(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export function knownText(t: Translate, text: string, keyOf: (name: string) => string): string {
  const key = keyOf(nameOf(text));
  const found = t(key as TextKey);
  return found === key ? text : found;
}
