/** /admin/events: where the organization's events are pushed, what became of each message, and the events themselves. */
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { Card, EmptyState, isId, PageHeader, Tabs, useKeptFilter } from '../../ui';
import { DeliveryList } from './DeliveryList';
import { EventList } from './EventList';
import { WebhookList } from './WebhookList';
import { eventsKey, ListWebhooks } from './webhook';

export function EventsPage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const [tab, setTab] = useState('webhooks');
  const [webhookId, setWebhookId] = useKeptFilter('events webhook', isId);
  const webhooks = usePages(
    [eventsKey, 'webhooks', tenantId],
    async (cursor, signal) => (await api.query(ListWebhooks, { tenantId, cursor }, signal)).listWebhooks,
  );

  const header = <PageHeader title={t('page.adminEvents')} description={t('events.lead')} />;
  // Company administrators see the console, but a webhook may get events of the whole organization.
  if (webhooks.error instanceof ApiError && webhooks.error.code === 'FORBIDDEN')
    return (
      <div className="flex flex-col gap-6">
        {header}
        <Card>
          <EmptyState title={t('events.forbidden')} body={t('events.forbidden.body')} />
        </Card>
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {header}
      <Tabs
        label={t('page.adminEvents')}
        selected={tab}
        onSelect={setTab}
        items={[
          {
            id: 'webhooks',
            label: t('events.webhooks'),
            content: (
              <WebhookList
                tenantId={tenantId}
                webhooks={webhooks}
                onDeliveries={(id) => {
                  setWebhookId(id);
                  setTab('deliveries');
                }}
              />
            ),
          },
          {
            id: 'deliveries',
            label: t('events.deliveries'),
            content: (
              <DeliveryList tenantId={tenantId} webhooks={webhooks} webhookId={webhookId} onWebhook={setWebhookId} />
            ),
          },
          { id: 'events', label: t('events.recent'), content: <EventList tenantId={tenantId} /> },
        ]}
      />
    </div>
  );
}
