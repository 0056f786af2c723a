/** One event in full, and the ways on from it: everything this person did, everything that happened to this object. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, DetailsDrawer } from '../../ui';
import {
  type AuditEvent,
  detailsOf,
  eventText,
  nameAsker,
  nameInEvent,
  objectText,
  ownTimeZone,
  resultText,
} from './trail';
import { useWho } from './useWho';

type EventDrawerProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  event: AuditEvent;
  onPerson: (called: string) => void;
  onObject: (objectId: string) => void;
};

export function EventDrawer({ open, onClose, tenantId, event, onPerson, onObject }: EventDrawerProps) {
  const { t } = useText();
  const format = useFormat();
  const who = useWho();
  const { objectId } = event;
  const called = event.username ?? event.operator;
  const name = useObjectName(tenantId, event);
  const details = detailsOf(t, event.detail);
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={eventText(t, event)}
      description={format.instant(event.at, ownTimeZone())}
      groups={[
        {
          facts: [
            { label: t('audit.number'), value: format.number(event.seq), numeric: true },
            { label: t('audit.who'), value: who(event) },
            { label: t('audit.username'), value: event.username ?? '–' },
            { label: t('audit.address'), value: event.address || '–' },
            { label: t('audit.objectKind'), value: objectText(t, event.objectKind) },
            ...(name ? [{ label: t('audit.objectName'), value: name }] : []),
            { label: t('audit.objectId'), value: objectId ?? '–' },
            { label: t('audit.result'), value: resultText(t, event) },
            { label: t('audit.event'), value: event.action },
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

/** Whom or what it happened to. Someone who is gone, or beyond reach, keeps only the id. */
function useObjectName(tenantId: string, event: AuditEvent): string | null {
  const api = useApi();
  const known = nameInEvent(event);
  const ask = known === null ? nameAsker(event) : null;
  const found = useQuery({
    queryKey: ['audit object', tenantId, event.objectId],
    queryFn: async ({ signal }) => (ask ? await ask(api, tenantId, signal) : null),
    enabled: ask !== null,
  });
  if (known !== null || ask === null) return known;
  return found.isPending ? '…' : (found.data ?? null);
}
