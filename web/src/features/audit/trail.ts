/** The audit trail as the console reads it. */
import type { Api } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import type { Translate } from '../../i18n';
import { textOr } from '../../i18n/known';

const AuditEvents = graphql(`
  query AuditEvents($tenantId: ID!, $filter: AuditFilterInput, $cursor: String) {
    auditEvents(tenantId: $tenantId, filter: $filter, cursor: $cursor) {
      results {
        seq at personId personName username operator address action objectKind objectId result detail
      }
      links { next previous }
    }
  }
`);

const AuditActions = graphql(`
  query AuditActions($tenantId: ID!) { auditActions(tenantId: $tenantId) }
`);

const ExportAuditEvents = graphql(`
  query ExportAuditEvents($tenantId: ID!, $filter: AuditFilterInput, $cursor: String) {
    exportAuditEvents(tenantId: $tenantId, filter: $filter, cursor: $cursor) { csv next }
  }
`);

const PersonOfEvent = graphql(`
  query PersonOfEvent($personId: ID!) {
    administeredPerson(personId: $personId) { person { firstName lastName username } }
  }
`);

const RoleOfEvent = graphql(`
  query RoleOfEvent($tenantId: ID!, $roleId: ID!) { role(tenantId: $tenantId, roleId: $roleId) { name } }
`);

const CompanyOfEvent = graphql(`
  query CompanyOfEvent($tenantId: ID!, $companyId: ID!) {
    companySetup(tenantId: $tenantId, companyId: $companyId) { name }
  }
`);

export const VerifyAuditTrail = graphql(`
  mutation VerifyAuditTrail($tenantId: ID!, $after: Int) {
    verifyAuditTrail(tenantId: $tenantId, after: $after) { checkedUntil total faults isDone }
  }
`);

export type AuditEvent = ResultOf<typeof AuditEvents>['auditEvents']['results'][number];

/** What the list is narrowed to; empty texts narrow nothing. */
export type TrailSearch = { person: string; action: string; objectId: string; firstDay: string; lastDay: string };

/** Days are those of this browser's own clock. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function startOf(day: string, plusDays = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + plusDays).toISOString();
}

export function filterOf({ person, action, objectId, firstDay, lastDay }: TrailSearch) {
  return {
    person: person.trim() || null,
    action: action || null,
    objectId: objectId || null,
    from: firstDay ? startOf(firstDay) : null,
    until: lastDay ? startOf(lastDay, 1) : null,
  };
}

export async function loadEvents(
  api: Api,
  tenantId: string,
  search: TrailSearch,
  cursor: string | null,
  signal: AbortSignal,
) {
  return (await api.query(AuditEvents, { tenantId, filter: filterOf(search), cursor }, signal)).auditEvents;
}

export async function loadActions(api: Api, tenantId: string, signal: AbortSignal) {
  return (await api.query(AuditActions, { tenantId }, signal)).auditActions;
}

const askName = {
  person: async (api: Api, _: string, personId: string, signal: AbortSignal) => {
    const { person } = (await api.query(PersonOfEvent, { personId }, signal)).administeredPerson;
    return `${person.firstName} ${person.lastName} (${person.username})`;
  },
  role: async (api: Api, tenantId: string, roleId: string, signal: AbortSignal) =>
    (await api.query(RoleOfEvent, { tenantId, roleId }, signal)).role.name,
  company: async (api: Api, tenantId: string, companyId: string, signal: AbortSignal) =>
    (await api.query(CompanyOfEvent, { tenantId, companyId }, signal)).companySetup.name,
};

/** Asks for the name of what an event is about; null where the server isn't asked for such a thing by its id. */
export function nameAsker({ objectKind, objectId }: Pick<AuditEvent, 'objectKind' | 'objectId'>) {
  if (objectId === null || !Object.hasOwn(askName, objectKind)) return null;
  const ask = askName[objectKind as keyof typeof askName];
  return (api: Api, tenantId: string, signal: AbortSignal) => ask(api, tenantId, objectId, signal);
}

const maximumParts = 100;

/** Null when there are more events than a browser should hold. */
export async function exportEvents(api: Api, tenantId: string, search: TrailSearch): Promise<string | null> {
  const parts: string[] = [];
  let cursor: string | null = null;
  for (let part = 0; part < maximumParts; part += 1) {
    const answer: ResultOf<typeof ExportAuditEvents> = await api.query(ExportAuditEvents, {
      tenantId,
      filter: filterOf(search),
      cursor,
    });
    parts.push(answer.exportAuditEvents.csv);
    cursor = answer.exportAuditEvents.next;
    if (cursor === null) return parts.join('');
  }
  return null;
}

/** A change that first needed a confirmation: a question, and no refusal. */
export const isQuestion = ({ result }: Pick<AuditEvent, 'result'>) => result === 'STEP_UP_REQUIRED';

/** What happened, in words; the server's own name for it where this build has none. */
export const actionText = (t: Translate, action: string) =>
  textOr(t, `audit.event.${action.replaceAll('.', '_')}`, action);

/** The same for one event. */
export const eventText = (t: Translate, event: Pick<AuditEvent, 'action' | 'result'>) =>
  isQuestion(event) && event.action === 'change.refused' ? t('audit.event.change_asked') : actionText(t, event.action);

/** Why it was refused: for those who read the trail, else what the person was told. */
export const refusalReason = (t: Translate, code: string) =>
  textOr(t, `audit.refusal.${code}`, textOr(t, `error.${code}`, code));

/** How it ended, in one line. */
export function resultText(t: Translate, event: Pick<AuditEvent, 'result'>): string {
  if (event.result === 'done') return t('audit.done');
  return isQuestion(event) ? t('audit.asked') : `${t('audit.refused')}: ${refusalReason(t, event.result)}`;
}

/** What it happened to. */
export const objectText = (t: Translate, kind: string) => textOr(t, `audit.kind.${kind}`, kind);

type Details = Readonly<Record<string, unknown>>;

function parsed(detail: string): Details {
  try {
    const found: unknown = JSON.parse(detail);
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Details) : {};
  } catch {
    return {};
  }
}

/** The object's name where the event itself tells it. */
export function nameInEvent(event: Pick<AuditEvent, 'objectKind' | 'objectId' | 'personId' | 'personName' | 'detail'>) {
  if (event.objectKind === 'person' && event.objectId !== null && event.objectId === event.personId)
    return event.personName;
  const { name } = parsed(event.detail);
  return typeof name === 'string' && name !== '' ? name : null;
}

/** `waitingDays` reads «Waiting days». */
function spaced(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const detailText = (t: Translate, key: string) => textOr(t, `audit.detail.${key}`, spaced(key));

function valueText(t: Translate, key: string, value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string') return key === 'by' ? textOr(t, `audit.by.${value}`, value) : value;
  if (Array.isArray(value)) return value.map((one) => valueText(t, key, one)).join(', ') || '–';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([inner, one]) => `${detailText(t, inner)}: ${valueText(t, inner, one)}`)
      .join('; ');
  return String(value);
}

/** What an event adds beside its columns, as label and value. */
export function detailsOf(t: Translate, detail: string): { label: string; value: string }[] {
  return Object.entries(parsed(detail)).map(([key, value]) => ({
    label: detailText(t, key),
    value: valueText(t, key, value),
  }));
}
