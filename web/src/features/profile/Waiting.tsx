/** What waits for a decision, above the part it is about. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Notice } from '../../ui';
import type { OwnRequest } from './profile';
import { useFieldsText } from './useFieldsText';

export function Waiting({ actor, request }: { actor: Actor; request: OwnRequest }) {
  const { t } = useText();
  const format = useFormat();
  const fields = useFieldsText();
  return (
    <Notice tone="warn" title={t('profile.waiting')} className="mb-5">
      {t('profile.waiting.body', {
        day: format.dayOf(request.requestedAt, actor.timeZone),
        fields: fields(request),
      })}
    </Notice>
  );
}
