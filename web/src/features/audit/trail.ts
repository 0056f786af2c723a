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

/** What happened, in words; the server's own name for it where this build has none. */
export const actionText = (t: Translate, action: string) =>
  textOr(t, `audit.event.${action.replaceAll('.', '_')}`, action);

/** What it happened to. */
export const objectText = (t: Translate, kind: string) => textOr(t, `audit.kind.${kind}`, kind);

/** What an event adds beside its columns, as label and value; nested values stay JSON. */
export function detailsOf(detail: string): { label: string; value: string }[] {
  try {
    const parsed: unknown = JSON.parse(detail);
    if (typeof parsed !== 'object' || parsed === null) return [];
    return Object.entries(parsed).map(([label, value]) => ({
      label,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));
  } catch {
    return [];
  }
}
