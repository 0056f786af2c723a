/** One event in full, and the ways on from it: everything this person did, everything that happened to this object. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, DetailsDrawer } from '../../ui';
import { type AuditEvent, actionText, detailsOf, objectText, ownTimeZone } from './trail';
import { useWho } from './useWho';

type EventDrawerProps = {
  open: boolean;
  onClose: () => void;
  event: AuditEvent;
  onPerson: (called: string) => void;
  onObject: (objectId: string) => void;
};

export function EventDrawer({ open, onClose, event, onPerson, onObject }: EventDrawerProps) {
  const { t } = useText();
  const format = useFormat();
  const who = useWho();
  const { objectId } = event;
  const called = event.username ?? event.operator;
  const details = detailsOf(event.detail);
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={actionText(t, event.action)}
      description={format.instant(event.at, ownTimeZone())}
      groups={[
        {
          facts: [
            { label: t('audit.event'), value: event.action },
            { label: t('audit.number'), value: format.number(event.seq), numeric: true },
            { label: t('audit.who'), value: who(event) },
            { label: t('audit.username'), value: event.username ?? '–' },
            { label: t('audit.address'), value: event.address || '–' },
            { label: t('audit.objectKind'), value: objectText(t, event.objectKind) },
            { label: t('audit.objectId'), value: objectId ?? '–' },
            { label: t('audit.result'), value: event.result },
          ],
        },
        ...(details.length > 0 ? [{ title: t('audit.details'), facts: details }] : []),
      ]}
      footer={
        (called ?? objectId) && (
          <>
            {called && (
              <Button variant="secondary" onPress={() => onPerson(called)}>
                {t('audit.samePerson')}
              </Button>
            )}
            {objectId && (
              <Button variant="secondary" onPress={() => onObject(objectId)}>
                {t('audit.sameObject')}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
