/** What the server keeps in English, in the reader's language. Words that are not in the catalogue are someone's own and stay as they are. */
import { isTextKey, type Translate } from './index';

/** The text of a key that ends with what the server says, such as a status; `otherwise` where this build has none. */
export function textOr(t: Translate, key: string, otherwise: string): string {
  return isTextKey(key) ? t(key) : otherwise;
}

/** «Employee + spouse» has the name `EmployeeSpouse`. */
function nameOf(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export function knownText(t: Translate, text: string, keyOf: (name: string) => string): string {
  return textOr(t, keyOf(nameOf(text)), text);
}
