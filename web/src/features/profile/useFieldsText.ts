import { isAttribute } from '../../api/additional-info';
import { changedPeople } from '../../api/changed-people';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import type { OwnRequest } from './profile';
import { useValueText } from './valueText';

/** What a request is about: what would become of each person, or each field, once. */
export function useFieldsText() {
  const { t } = useText();
  const format = useFormat();
  const words = useValueText();
  return ({ entityType, changedFields }: OwnRequest) => {
    const fields = changedFields ?? [];
    const people = changedPeople(entityType, fields).map(({ name, part, what }) =>
      t(`changes.person.${part}-${what}`, { name }),
    );
    const named = fields.map(({ field, name }) => (isAttribute(field) ? (name ?? '') : words.field(field)));
    return format.list(people.length > 0 ? people : [...new Set(named)]);
  };
}
