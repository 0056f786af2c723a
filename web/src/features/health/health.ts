/** How the portal is doing, as the health page reads it. */
import { graphql, type ResultOf } from '../../api/graphql';
import type { Translate } from '../../i18n';
import { textOr } from '../../i18n/known';

export const SystemHealth = graphql(`
  query SystemHealth($tenantId: ID!) {
    systemHealth(tenantId: $tenantId) {
      version now databaseEngine schemaVersion databaseMs databaseBytes storageKind isStorageWorking hasMail hasSms
      lastBackupAt isBackupLate
      messages { topic waiting parked oldestWaitingAt lastDeliveredAt isLate }
      parked { id topic kind recipient createdAt parkedAt error }
      jobs { name lastRunAt lastDoneAt isFailing }
      people employees files fileBytes auditEvents
    }
  }
`);

export const SendTestMessage = graphql(`
  mutation SendTestMessage($tenantId: ID!, $channel: TestChannel!) {
    sendTestMessage(tenantId: $tenantId, channel: $channel) { channel }
  }
`);

export type Health = ResultOf<typeof SystemHealth>['systemHealth'];
export type Channel = 'mail' | 'sms';

/** One channel's numbers; one without any message has none. */
export function channelOf({ messages }: Pick<Health, 'messages'>, channel: Channel) {
  return messages.find(({ topic }) => topic === channel) ?? null;
}

/** What is wrong, the most serious first; empty while everything works. */
export function troubles(health: Health): ('storage' | 'jobs' | 'backup' | 'late' | 'parked' | 'mail' | 'sms')[] {
  return [
    ...(health.isStorageWorking ? [] : (['storage'] as const)),
    ...(health.jobs.some(({ isFailing }) => isFailing) ? (['jobs'] as const) : []),
    ...(health.isBackupLate ? (['backup'] as const) : []),
    ...(health.messages.some(({ isLate }) => isLate) ? (['late'] as const) : []),
    ...(health.parked.length > 0 ? (['parked'] as const) : []),
    ...(health.hasMail ? [] : (['mail'] as const)),
    ...(health.hasSms ? [] : (['sms'] as const)),
  ];
}

/** What a background job does; the server's own name for it where this build has no words. */
export const jobText = (t: Translate, name: string) => textOr(t, `health.job.${name.replaceAll(' ', '_')}`, name);
