/** What waits for an employee to acknowledge it; done ones stay as a quiet line. */
import { CircleCheck, ClipboardCheck } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import type { HomeCardProps } from '../../api/home-card';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, Card, EmptyState, Link, steadyPress, toast } from '../../ui';
import type { ActionItemData } from './home';

const Acknowledge = graphql(`
  mutation Acknowledge($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $resourceId: ID!) {
    acknowledgeResource(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, resourceId: $resourceId) {
      status
    }
  }
`);

type Item = ActionItemData['actionItems']['employeeResources'][number];

export default function ActionItemsCard({ data, actor, refresh }: HomeCardProps<ActionItemData>) {
  const { t } = useText();
  const items = data.actionItems.employeeResources;
  return (
    <Card title={t('page.actionItems')}>
      {items.length > 0 ? (
        <ul ref={steadyPress} className="-my-3 divide-y divide-line">
          {items.map((item) => (
            <li key={item.id} className="py-3">
              <ActionItem item={item} actor={actor} refresh={refresh} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<ClipboardCheck />}
          title={t('resources.actionItems.empty.title')}
          body={t('resources.actionItems.empty.body')}
        />
      )}
    </Card>
  );
}

function ActionItem({ item, actor, refresh }: { item: Item; actor: Actor; refresh: () => Promise<void> }) {
  const { t } = useText();
  const format = useFormat();
  const acknowledge = useSubmit(Acknowledge);
  const { tenantId, companyId, employeeId, today } = actor;

  async function confirm(): Promise<void> {
    if (employeeId === null) return;
    try {
      await acknowledge.mutateAsync({ tenantId, companyId, employeeId, resourceId: item.id });
      await refresh();
      toast(t('resources.acknowledged'), { tone: 'ok' });
    } catch (error) {
      toast(errorText(t, error), { tone: 'error' });
    }
  }

  const isLate = item.dueDate !== null && item.dueDate < today && !item.isComplete;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium [overflow-wrap:anywhere]">
          {item.link ? (
            <Link href={item.link} external={!item.link.startsWith('/')}>
              {item.name}
            </Link>
          ) : (
            item.name
          )}
        </p>
        {item.description && <p className="text-sm text-sub [overflow-wrap:anywhere]">{item.description}</p>}
        {item.dueDate && !item.isComplete && (
          <p className={isLate ? 'text-sm font-medium text-bad-ink tabular-nums' : 'text-sm text-sub tabular-nums'}>
            {t('resources.due', { day: format.day(item.dueDate) })}
          </p>
        )}
      </div>
      {item.isComplete ? (
        <Badge tone="ok">
          <CircleCheck aria-hidden className="size-3.5" />
          {t('resources.status.acknowledged')}
        </Badge>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          pending={acknowledge.isPending}
          onPress={() => void confirm()}
          aria-label={t('resources.acknowledgeNamed', { name: item.name })}
        >
          {t('resources.acknowledge')}
        </Button>
      )}
    </div>
  );
}
