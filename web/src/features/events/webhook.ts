/** Events, webhooks and their messages, as the console asks for them. */
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../api/graphql';
import type { Translate } from '../../i18n';

export const eventsKey = 'events';

const WebhookFields = graphql(`
  fragment WebhookFields on Webhook {
    id
    name
    url
    companyId
    companyName
    types
    isEnabled
    goneAt
    secretSetAt
    oldSecretUntil
    waiting
    parked
    version
  }
`);
export type Webhook = ResultOf<typeof WebhookFields>;

export const ListWebhooks = graphql(
  `
    query ListWebhooks($tenantId: ID!, $cursor: String) {
      listWebhooks(tenantId: $tenantId, limit: 100, cursor: $cursor) {
        results { ...WebhookFields }
        links { next previous }
      }
    }
  `,
  [WebhookFields],
);

export const WebhookChoices = graphql(`
  query WebhookChoices($tenantId: ID!) {
    webhookChoices(tenantId: $tenantId) { types companies { id name } }
  }
`);

const DeliveryFields = graphql(`
  fragment DeliveryFields on WebhookDelivery {
    id
    webhookId
    eventNumber
    type
    state
    createdAt
    dueAt
    attempts
    attemptedAt
    deliveredAt
    parkedAt
    answer
    lastError
  }
`);
export type Delivery = ResultOf<typeof DeliveryFields>;

export const ListDeliveries = graphql(
  `
    query ListWebhookDeliveries(
      $tenantId: ID!
      $webhookId: ID!
      $state: WebhookDeliveryState
      $cursor: String
      $limit: Int
    ) {
      listWebhookDeliveries(
        tenantId: $tenantId
        webhookId: $webhookId
        state: $state
        cursor: $cursor
        limit: $limit
      ) {
        results { ...DeliveryFields }
        links { next previous }
      }
    }
  `,
  [DeliveryFields],
);

export const ListEvents = graphql(`
  query ListTenantEvents($tenantId: ID!, $type: String, $cursor: String) {
    listTenantEvents(tenantId: $tenantId, type: $type, cursor: $cursor) {
      results { id number type time companyId employeeId subject subjectId }
      links { next previous }
    }
  }
`);
export type TenantEvent = ResultOf<typeof ListEvents>['listTenantEvents']['results'][number];

export const AddWebhook = graphql(
  `
    mutation AddWebhook($tenantId: ID!, $input: WebhookInput!) {
      addWebhook(tenantId: $tenantId, input: $input) {
        secret
        webhook { ...WebhookFields }
      }
    }
  `,
  [WebhookFields],
);
export type Input = VariablesOf<typeof AddWebhook>['input'];
/** What was saved, and its secret if it got a new one: there's no other way to see it. */
export type Saved = ResultOf<typeof AddWebhook>['addWebhook'];

export const ChangeWebhook = graphql(
  `
    mutation ChangeWebhook($tenantId: ID!, $webhookId: ID!, $version: Int!, $input: WebhookInput!) {
      changeWebhook(tenantId: $tenantId, webhookId: $webhookId, version: $version, input: $input) {
        secret
        webhook { ...WebhookFields }
      }
    }
  `,
  [WebhookFields],
);

export const RotateSecret = graphql(
  `
    mutation RotateWebhookSecret($tenantId: ID!, $webhookId: ID!, $version: Int!, $keepOld: Boolean!) {
      rotateWebhookSecret(tenantId: $tenantId, webhookId: $webhookId, version: $version, keepOld: $keepOld) {
        secret
        webhook { ...WebhookFields }
      }
    }
  `,
  [WebhookFields],
);

export const RemoveWebhook = graphql(`
  mutation RemoveWebhook($tenantId: ID!, $webhookId: ID!, $version: Int!) {
    removeWebhook(tenantId: $tenantId, webhookId: $webhookId, version: $version) { webhookId }
  }
`);

export const TestWebhook = graphql(`
  mutation TestWebhook($tenantId: ID!, $webhookId: ID!) {
    testWebhook(tenantId: $tenantId, webhookId: $webhookId) { id }
  }
`);

export const ReplayDelivery = graphql(
  `
    mutation ReplayWebhookDelivery($tenantId: ID!, $deliveryId: ID!) {
      replayWebhookDelivery(tenantId: $tenantId, deliveryId: $deliveryId) { ...DeliveryFields }
    }
  `,
  [DeliveryFields],
);

export const ReplayWebhook = graphql(`
  mutation ReplayWebhook($tenantId: ID!, $webhookId: ID!, $since: DateTime!) {
    replayWebhook(tenantId: $tenantId, webhookId: $webhookId, since: $since) { events }
  }
`);

/** What the form holds. */
export type Draft = {
  name: string;
  url: string;
  /** Blank: every company. */
  companyId: string;
  /** Whether it gets events of all types, or of those that are chosen. */
  which: 'all' | 'some';
  types: string[];
  isEnabled: boolean;
};

export const blankDraft: Draft = { name: '', url: '', companyId: '', which: 'all', types: [], isEnabled: true };

export const draftOf = ({ name, url, companyId, types, isEnabled }: Webhook): Draft => ({
  name,
  url,
  companyId: companyId ?? '',
  which: types.length > 0 ? 'some' : 'all',
  types,
  isEnabled,
});

export const inputOf = ({ name, url, companyId, which, types, isEnabled }: Draft): Input => ({
  name: name.trim(),
  url: url.trim(),
  companyId: companyId || null,
  types: which === 'all' ? [] : types,
  isEnabled,
});

/** A webhook as CONFLICT carries it; null when it can't be read. */
export function currentWebhook(current: unknown): Webhook | null {
  if (typeof current !== 'object' || current === null || !('version' in current) || !('types' in current)) return null;
  return current as Webhook;
}

/** Times are those of this browser's own clock. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When a day begins here. */
export function startOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

/** The day so many days ago, here. */
export function daysAgo(days: number, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export const deliveryStates = ['WAITING', 'DELIVERED', 'PARKED'] as const;

export const stateTones = { WAITING: 'info', DELIVERED: 'ok', PARKED: 'bad' } as const;

/** What an endpoint said last: its status code, or why there was none. */
export function answerText(t: Translate, { attempts, answer, lastError }: Delivery): string {
  if (answer !== null) return String(answer);
  if (lastError !== null) return t('events.delivery.noAnswer');
  return t(attempts > 0 ? 'events.delivery.underWay' : 'events.delivery.notTried');
}
