import { useFormat } from '../../i18n/format';
import type { OwnRequest } from './profile';
import { useValueText } from './valueText';

/** What a request is about: each person, or each field, once. */
export function useFieldsText() {
  const format = useFormat();
  const words = useValueText();
  return ({ changedFields }: OwnRequest) =>
    format.list([...new Set((changedFields ?? []).map(({ name, field }) => name ?? words.field(field)))]);
}
