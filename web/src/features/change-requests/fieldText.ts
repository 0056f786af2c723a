/** The fields of a profile in words: their names, and what stands in them. */
import { type TextKey, useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { FieldChange } from './request';

/** Fields whose value is one of a list the server keeps in English. */
const chosen = ['gender', 'maritalStatus', 'relation', 'country'];

export function useFieldText() {
  const { t } = useText();
  const format = useFormat();
  const label = (field: string) => t(`profile.field.${field}` as TextKey);
  const value = (field: string, text: string | null) => {
    if (text === null || text === '') return null;
    if (field === 'dateOfBirth') return format.day(text);
    return chosen.includes(field) ? t(`profile.value.${text.replace(' ', '')}` as TextKey) : text;
  };
  /** What a request is about, each person and each field once. */
  const summary = (fields: readonly FieldChange[]) =>
    format.list([...new Set(fields.map(({ name, field }) => name ?? label(field)))]);
  return { label, value, summary };
}
