/** The messages of one webhook: what became of each, and sending one again. */
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { type Pages, usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  Card,
  ConsoleList,
  csvText,
  DetailsDrawer,
  EmptyState,
  ErrorState,
  Loading,
  Notice,
  oneOf,
  SelectField,
  SkeletonList,
  useKeptFilter,
  useOpened,
} from '../../ui';
import { useSaved } from './useSaved';
import {
  answerText,
  type Delivery,
  deliveryStates,
  eventsKey,
  ListDeliveries,
  ownTimeZone,
  ReplayDelivery,
  stateTones,
  type Webhook,
} from './webhook';

type DeliveryListProps = {
  tenantId: string;
  webhooks: Pages<Webhook>;
  /** The one that was chosen last, if it's still there. */
  webhookId: string | null;
  onWebhook: (webhookId: string) => void;
};

export function DeliveryList({ tenantId, webhooks, webhookId, onWebhook }: DeliveryListProps) {
  const { t } = useText();
  const known = webhooks.rows ?? [];
  const webhook = known.find(({ id }) => id === webhookId) ?? known[0];
  if (!webhook)
    return (
      <Card className="mt-5">
        <NoWebhook webhooks={webhooks} />
      </Card>
    );
  return (
    <Deliveries
      tenantId={tenantId}
      webhookId={webhook.id}
      isEnabled={webhook.isEnabled}
      chooser={
        <SelectField
          label={t('events.webhook')}
          options={known.map(({ id, name }) => ({ value: id, label: name }))}
          value={webhook.id}
          onChange={onWebhook}
          className="sm:w-64"
        />
      }
    />
  );
}

/** There is none yet, or we don't know. */
function NoWebhook({ webhooks }: { webhooks: Pages<Webhook> }) {
  const { t } = useText();
  if (webhooks.error)
    return (
      <ErrorState
        title={t('events.webhooks.loadFailed')}
        body={errorText(t, webhooks.error)}
        onRetry={webhooks.retry}
        retrying={webhooks.isRetrying}
      />
    );
  if (webhooks.rows === undefined)
    return (
      <Loading>
        <SkeletonList />
      </Loading>
    );
  return <EmptyState title={t('events.deliveries.none')} body={t('events.deliveries.noneBody')} />;
}

type DeliveriesProps = { tenantId: string; webhookId: string; isEnabled: boolean; chooser: ReactNode };

const anyState = 'any';

function Deliveries({ tenantId, webhookId, isEnabled, chooser }: DeliveriesProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const [state, setState] = useKeptFilter('events delivery state', oneOf(deliveryStates));
  const { opened, open, close } = useOpened<'details', Delivery>('details');
  const load = async (cursor: string | null, signal?: AbortSignal, limit: number | null = null) =>
    (await api.query(ListDeliveries, { tenantId, webhookId, state, cursor, limit }, signal)).listWebhookDeliveries;
  const list = usePages([eventsKey, 'deliveries', tenantId, webhookId, state], load);
  const delivery = list.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const stateBadge = ({ state: of }: Delivery) => <Badge tone={stateTones[of]}>{t(`events.delivery.${of}`)}</Badge>;
  return (
    <div>
      <ConsoleList
        label={t('events.deliveries')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'type', header: t('events.type'), cell: ({ type }) => <span className="font-medium">{type}</span> },
          { id: 'state', header: t('events.state'), cell: stateBadge },
          { id: 'answer', header: t('events.delivery.answer'), cell: (row) => answerText(t, row) },
          { id: 'attempts', header: t('events.delivery.attempts'), cell: ({ attempts }) => attempts },
          {
            id: 'created',
            header: t('events.delivery.created'),
            cell: ({ createdAt }) => (
              <span className="tabular-nums sm:whitespace-nowrap">{format.instant(createdAt, ownTimeZone())}</span>
            ),
          },
        ]}
        onRowPress={(row) => open('details', row)}
        filters={
          <>
            {chooser}
            <SelectField
              label={t('events.state')}
              options={[
                { value: anyState, label: t('events.delivery.any') },
                ...deliveryStates.map((of) => ({ value: of, label: t(`events.delivery.${of}`) })),
              ]}
              value={state ?? anyState}
              onChange={(chosen) => setState(deliveryStates.find((of) => of === chosen) ?? null)}
              className="sm:w-52"
            />
          </>
        }
        filterCount={state === null ? 0 : 1}
        onClear={() => setState(null)}
        empty={{ title: t('events.deliveries.empty'), body: t('events.deliveries.emptyBody') }}
        exporting={{
          fileName: 'deliveries.csv',
          load: async () =>
            csvText(
              [
                { header: t('events.type'), text: (row: Delivery) => row.type },
                { header: t('events.number'), text: (row: Delivery) => String(row.eventNumber ?? '') },
                { header: t('events.state'), text: (row: Delivery) => t(`events.delivery.${row.state}`) },
                { header: t('events.delivery.answer'), text: (row: Delivery) => answerText(t, row) },
                { header: t('events.delivery.error'), text: (row: Delivery) => row.lastError ?? '' },
                { header: t('events.delivery.attempts'), text: (row: Delivery) => String(row.attempts) },
                { header: t('events.delivery.created'), text: (row: Delivery) => row.createdAt },
                { header: t('events.delivery.attempted'), text: (row: Delivery) => row.attemptedAt ?? '' },
                { header: t('events.delivery.due'), text: (row: Delivery) => row.dueAt ?? '' },
                { header: t('events.delivery.id'), text: (row: Delivery) => row.id },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('events.deliveries.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {delivery && (
        <DeliveryDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          delivery={delivery}
          isEnabled={isEnabled}
        />
      )}
    </div>
  );
}

type DeliveryDrawerProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  delivery: Delivery;
  /** Whether its webhook is on: otherwise nothing can be sent. */
  isEnabled: boolean;
};

function DeliveryDrawer({ open, onClose, tenantId, delivery, isEnabled }: DeliveryDrawerProps) {
  const { t } = useText();
  const format = useFormat();
  const replay = useSubmit(ReplayDelivery);
  const { run, failure } = useSaved();
  const instant = (at: string | null) => (at === null ? t('events.none') : format.instant(at, ownTimeZone()));
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={delivery.type}
      groups={[
        {
          facts: [
            { label: t('events.state'), value: t(`events.delivery.${delivery.state}`) },
            { label: t('events.number'), value: delivery.eventNumber ?? t('events.delivery.test') },
            { label: t('events.delivery.answer'), value: answerText(t, delivery) },
            ...(delivery.lastError ? [{ label: t('events.delivery.error'), value: delivery.lastError }] : []),
            { label: t('events.delivery.attempts'), value: delivery.attempts },
            { label: t('events.delivery.created'), value: instant(delivery.createdAt) },
            { label: t('events.delivery.attempted'), value: instant(delivery.attemptedAt) },
            ...(delivery.dueAt ? [{ label: t('events.delivery.due'), value: instant(delivery.dueAt) }] : []),
            { label: t('events.delivery.id'), value: <span className="[overflow-wrap:anywhere]">{delivery.id}</span> },
          ],
        },
      ]}
      footer={
        <div className="flex justify-end">
          <Button
            pending={replay.isPending}
            disabledReason={isEnabled ? undefined : t('events.off.noReplay')}
            onPress={() =>
              void run(() => replay.mutateAsync({ tenantId, deliveryId: delivery.id }), t('events.delivery.again.done'))
            }
            icon={<RotateCcw aria-hidden className="size-4.5" />}
          >
            {t('events.delivery.again')}
          </Button>
        </div>
      }
    >
      {failure && <Notice tone="bad">{failure.text}</Notice>}
    </DetailsDrawer>
  );
}
