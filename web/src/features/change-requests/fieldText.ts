/** The fields of a profile in words: their names, and what is in them. */
import { attributeText, isAttribute } from '../../api/additional-info';
import { changedPeople } from '../../api/changed-people';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { knownText, textOr } from '../../i18n/known';
import type { FieldChange, Request } from './request';

/** Fields whose value is one of a list the server keeps in English. */
const chosen = ['gender', 'maritalStatus', 'relation', 'country'];

export function useFieldText() {
  const { t } = useText();
  const format = useFormat();
  /** What the company keeps has its name from the company. */
  const label = ({ field, name }: Pick<FieldChange, 'field' | 'name'>) =>
    isAttribute(field) ? (name ?? '') : textOr(t, `profile.field.${field}`, field);
  const value = (field: string, text: string | null) => {
    if (text === null || text === '') return null;
    if (field === 'dateOfBirth') return format.day(text);
    if (isAttribute(field)) return attributeText(field, text, format);
    return chosen.includes(field) ? knownText(t, text, (name) => `profile.value.${name}`) : text;
  };
  /** What would become of whom, in a request about people. */
  const people = ({ entityType }: Request, fields: readonly FieldChange[]) =>
    changedPeople(entityType, fields).map(({ id, name, part, what }) => ({
      id,
      text: t(`changes.person.${part}-${what}`, { name }),
    }));
  /** What a request is about, each person and each field once. */
  const summary = (request: Request) => {
    const fields = request.changedFields ?? [];
    const named = people(request, fields).map(({ text }) => text);
    return format.list(named.length > 0 ? named : [...new Set(fields.map(label))]);
  };
  return { label, value, people, summary };
}
