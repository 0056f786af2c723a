/** /admin/health: whether everything behind the portal works, what waits, and how much there is. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, MessageSquare, RefreshCw } from 'lucide-react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { localeOf, useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  ErrorState,
  FactList,
  formatBytes,
  Notice,
  PageHeader,
  SkeletonList,
  Table,
  toast,
} from '../../ui';
import { type Channel, channelOf, type Health, jobText, SendTestMessage, SystemHealth, troubles } from './health';

const freshMs = 15_000;

export function HealthPage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const health = useQuery({
    queryKey: ['health', tenantId],
    queryFn: async ({ signal }) => (await api.query(SystemHealth, { tenantId }, signal)).systemHealth,
    refetchInterval: freshMs,
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.adminHealth')}
        description={t('health.lead')}
        actions={
          <Button
            variant="secondary"
            icon={<RefreshCw aria-hidden className="size-4.5" />}
            pending={health.isFetching && !health.isPending}
            onPress={() => void health.refetch()}
          >
            {t('health.refresh')}
          </Button>
        }
      />
      {health.isPending && (
        <Card>
          <SkeletonList rows={6} />
        </Card>
      )}
      {health.isError && !health.data && (
        <Card>
          <ErrorState
            title={t('health.loadFailed')}
            body={errorText(t, health.error)}
            onRetry={() => void health.refetch()}
            retrying={health.isFetching}
          />
        </Card>
      )}
      {health.data && <Report tenantId={tenantId} health={health.data} />}
    </div>
  );
}

function Report({ tenantId, health }: { tenantId: string; health: Health }) {
  const { t, language } = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const at = (moment: string | null) => (moment ? format.instant(moment, zone) : t('health.never'));
  const bytes = (count: number) => formatBytes(count, localeOf(language));
  const found = troubles(health);
  const works = (isWorking: boolean) => (
    <Badge tone={isWorking ? 'ok' : 'bad'}>{isWorking ? t('health.works') : t('health.fails')}</Badge>
  );
  return (
    <>
      {found.length === 0 ? (
        <Notice tone="ok">{t('health.allWell')}</Notice>
      ) : (
        <Notice tone="warn" title={t('health.attention')}>
          <ul className="list-disc pl-5">
            {found.map((trouble) => (
              <li key={trouble}>{t(`health.trouble.${trouble}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={t('health.system')}>
          <FactList
            facts={[
              { label: t('health.version'), value: health.version },
              { label: t('health.database'), value: health.databaseEngine },
              { label: t('health.schema'), value: format.number(health.schemaVersion), numeric: true },
              {
                label: t('health.answers'),
                value: t('health.milliseconds', { count: format.number(Math.round(health.databaseMs * 10) / 10) }),
                numeric: true,
              },
              ...(health.databaseBytes === null
                ? []
                : [{ label: t('health.databaseSize'), value: bytes(health.databaseBytes), numeric: true }]),
              { label: t('health.storage'), value: works(health.isStorageWorking) },
              { label: t('health.lastBackup'), value: at(health.lastBackupAt) },
            ]}
          />
        </Card>
        <Card title={t('health.sizes')}>
          <FactList
            facts={[
              { label: t('health.people'), value: format.number(health.people), numeric: true },
              { label: t('health.employees'), value: format.number(health.employees), numeric: true },
              { label: t('health.files'), value: format.number(health.files), numeric: true },
              { label: t('health.fileBytes'), value: bytes(health.fileBytes), numeric: true },
              { label: t('health.auditEvents'), value: format.number(health.auditEvents), numeric: true },
            ]}
          />
        </Card>
        <Messages tenantId={tenantId} health={health} channel="mail" at={at} />
        <Messages tenantId={tenantId} health={health} channel="sms" at={at} />
      </div>
      <Card title={t('health.parked.title')} description={t('health.parked.lead')} flush>
        <Table
          label={t('health.parked.title')}
          rows={[...health.parked]}
          rowKey={({ id }) => id}
          columns={[
            { id: 'kind', header: t('health.parked.kind'), cell: ({ kind }) => kind },
            { id: 'recipient', header: t('health.parked.recipient'), cell: ({ recipient }) => recipient },
            {
              id: 'error',
              header: t('health.parked.error'),
              cell: ({ error }) => <span className="[overflow-wrap:anywhere]">{error}</span>,
            },
            { id: 'at', header: t('health.parked.at'), cell: ({ parkedAt }) => at(parkedAt) },
          ]}
          empty={<EmptyState title={t('health.parked.none')} body={t('health.parked.noneBody')} />}
        />
      </Card>
      <Card title={t('health.jobs.title')} description={t('health.jobs.lead')} flush>
        <Table
          label={t('health.jobs.title')}
          rows={[...health.jobs]}
          rowKey={({ name }) => name}
          columns={[
            { id: 'name', header: t('health.jobs.name'), cell: ({ name }) => jobText(t, name) },
            { id: 'state', header: t('health.jobs.state'), cell: ({ isFailing }) => works(!isFailing) },
            { id: 'done', header: t('health.jobs.lastDone'), cell: ({ lastDoneAt }) => at(lastDoneAt) },
          ]}
          empty={<EmptyState title={t('health.jobs.none')} body={t('health.jobs.noneBody')} />}
        />
      </Card>
    </>
  );
}

type MessagesProps = { tenantId: string; health: Health; channel: Channel; at: (moment: string | null) => string };

/** One way to reach people: what waits, and a test to oneself. */
function Messages({ tenantId, health, channel, at }: MessagesProps) {
  const { t } = useText();
  const format = useFormat();
  const queryClient = useQueryClient();
  const test = useSubmit(SendTestMessage);
  const numbers = channelOf(health, channel);
  const isSetUp = channel === 'mail' ? health.hasMail : health.hasSms;
  const Icon = channel === 'mail' ? Mail : MessageSquare;

  async function send(): Promise<void> {
    try {
      await test.mutateAsync({ tenantId, channel });
      toast(t(`health.sent.${channel}`), { tone: 'ok' });
      await queryClient.invalidateQueries({ queryKey: ['health', tenantId] });
    } catch (error) {
      toast(errorText(t, error, 'health.testFailed'), { tone: 'error' });
    }
  }

  return (
    <Card
      title={t(`health.title.${channel}`)}
      action={<Badge tone={isSetUp ? 'ok' : 'warn'}>{isSetUp ? t('health.isSetUp') : t('health.isNotSetUp')}</Badge>}
      footer={
        <Button
          variant="secondary"
          size="sm"
          icon={<Icon aria-hidden className="size-4" />}
          pending={test.isPending}
          onPress={() => void send()}
        >
          {t(`health.test.${channel}`)}
        </Button>
      }
    >
      <FactList
        facts={[
          { label: t('health.waiting'), value: format.number(numbers?.waiting ?? 0), numeric: true },
          ...(numbers?.oldestWaitingAt ? [{ label: t('health.oldest'), value: at(numbers.oldestWaitingAt) }] : []),
          { label: t('health.givenUp'), value: format.number(numbers?.parked ?? 0), numeric: true },
          { label: t('health.lastDelivered'), value: at(numbers?.lastDeliveredAt ?? null) },
        ]}
      />
    </Card>
  );
}
