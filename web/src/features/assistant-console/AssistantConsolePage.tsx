/** /admin/assistant: which engine answers, how it does, what askers shared, and a box to try a question in. */
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  ErrorState,
  FactList,
  Notice,
  PageHeader,
  SkeletonList,
  Table,
} from '../../ui';
import { AssistantOverview, engineOf, type Overview, stateOf } from './assistant-console';
import { TestBox } from './TestBox';

export function AssistantConsolePage({ tenantId }: { tenantId: string }) {
  const { t, language } = useText();
  const api = useApi();
  const overview = useQuery({
    queryKey: ['assistant-console', tenantId, language],
    queryFn: async ({ signal }) =>
      (await api.query(AssistantOverview, { tenantId, language }, signal)).assistantOverview,
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.adminAssistant')}
        description={t('assistantConsole.lead')}
        actions={
          <Button
            variant="secondary"
            icon={<RefreshCw aria-hidden className="size-4.5" />}
            pending={overview.isFetching && !overview.isPending}
            onPress={() => void overview.refetch()}
          >
            {t('assistantConsole.refresh')}
          </Button>
        }
      />
      {overview.isPending && (
        <Card>
          <SkeletonList rows={6} />
        </Card>
      )}
      {overview.isError && !overview.data && (
        <Card>
          <ErrorState
            title={t('assistantConsole.loadFailed')}
            body={errorText(t, overview.error)}
            onRetry={() => void overview.refetch()}
            retrying={overview.isFetching}
          />
        </Card>
      )}
      {overview.data && <Report overview={overview.data} />}
      <TestBox tenantId={tenantId} />
      {overview.data && <Shared shared={overview.data.shared} />}
    </div>
  );
}

function Report({ overview }: { overview: Overview }) {
  const { t } = useText();
  const format = useFormat();
  const days = format.number(overview.countedDays);
  return (
    <>
      {!overview.isOn && <Notice tone="info">{t('assistantConsole.off')}</Notice>}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Engine overview={overview} />
        <Card title={t('assistantConsole.counts')} description={t('assistantConsole.counts.lead', { days })}>
          <FactList
            facts={(['answers', 'askBacks', 'unanswered', 'outOfScope', 'byModel', 'liked', 'disliked'] as const).map(
              (count) => ({
                label: t(`assistantConsole.${count}`),
                value: format.number(overview[count]),
                numeric: true,
              }),
            )}
          />
        </Card>
      </div>
      <Card title={t('assistantConsole.topics')} description={t('assistantConsole.topics.lead', { days })} flush>
        <Table
          label={t('assistantConsole.topics')}
          rows={[...overview.topics]}
          rowKey={({ topic }) => topic}
          columns={[
            {
              id: 'topic',
              header: t('assistantConsole.topic'),
              cell: ({ label }) => label || t('assistantConsole.noTopic'),
            },
            ...(['asked', 'answers', 'askBacks', 'liked', 'disliked'] as const).map((count) => ({
              id: count,
              header: t(`assistantConsole.${count}`),
              numeric: true,
              cell: (row: Overview['topics'][number]) => format.number(row[count]),
            })),
          ]}
          empty={<EmptyState title={t('assistantConsole.topics.none')} body={t('assistantConsole.topics.noneBody')} />}
        />
      </Card>
    </>
  );
}

function Engine({ overview }: { overview: Overview }) {
  const { t } = useText();
  const format = useFormat();
  const { languageModel: model } = overview;
  const engine = engineOf(overview);
  return (
    <Card
      title={t('assistantConsole.engine')}
      action={<Badge tone="ok">{t(`assistantConsole.engine.${engine}`)}</Badge>}
    >
      <p className="mb-3 text-sm text-sub text-pretty">{t(`assistantConsole.engineBody.${engine}`)}</p>
      <FactList
        facts={[
          ...(model
            ? [
                { label: t('assistantConsole.model'), value: model.name },
                { label: t('assistantConsole.host'), value: model.host },
                { label: t('assistantConsole.state'), value: t(`assistantConsole.state.${stateOf(model)}`) },
                ...(model.reason ? [{ label: t('assistantConsole.reason'), value: model.reason }] : []),
                {
                  label: t('assistantConsole.allowed'),
                  value: model.isAllowed ? t('assistantConsole.yes') : t('assistantConsole.no'),
                },
              ]
            : [{ label: t('assistantConsole.model'), value: t('assistantConsole.model.none') }]),
          { label: t('assistantConsole.keepDays'), value: format.number(overview.keepDays), numeric: true },
        ]}
      />
    </Card>
  );
}

function Shared({ shared }: { shared: Overview['shared'] }) {
  const { t } = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Card title={t('assistantConsole.shared')} description={t('assistantConsole.shared.lead')} flush>
      <Table
        label={t('assistantConsole.shared')}
        rows={[...shared]}
        rowKey={({ id }) => id}
        columns={[
          { id: 'question', header: t('assistantConsole.question'), cell: ({ question }) => <Words text={question} /> },
          { id: 'answer', header: t('assistantConsole.answer'), cell: ({ answer }) => <Words text={answer} /> },
          { id: 'comment', header: t('assistantConsole.comment'), cell: ({ comment }) => <Words text={comment} /> },
          { id: 'at', header: t('assistantConsole.askedAt'), cell: ({ askedAt }) => format.instant(askedAt, zone) },
        ]}
        empty={<EmptyState title={t('assistantConsole.shared.none')} body={t('assistantConsole.shared.noneBody')} />}
      />
    </Card>
  );
}

const Words = ({ text }: { text: string }) => (
  <span className="[overflow-wrap:anywhere]" style={{ whiteSpace: 'pre-wrap' }}>
    {text}
  </span>
);
