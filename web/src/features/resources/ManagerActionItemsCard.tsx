/** How many people have acknowledged what the company asked them to, on a manager's home. */
import { CircleCheck, ClipboardCheck } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Card, cx, EmptyState, Link } from '../../ui';
import { type ActionItem, isDone, isLate, mostUrgent } from './actionItems';
import type { ManagerActionItemData } from './manager-home';

/** Dashboards show at most five of them. */
const most = 5;

export default function ManagerActionItemsCard({ data, actor, href }: HomeCardProps<ManagerActionItemData>) {
  const { t } = useText();
  const items = mostUrgent(data.teamActionItems.results, most);
  return (
    <Card
      title={t('page.actionItems')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('resources.viewAll')}
          </Link>
        )
      }
    >
      {items.length > 0 ? (
        <ul className="-my-3 divide-y divide-line">
          {items.map((item) => (
            <li key={item.id} className="py-3">
              <Item item={item} today={actor.today} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<ClipboardCheck />}
          title={t('resources.teamActionItems.empty.title')}
          body={t('resources.teamActionItems.empty.body')}
        />
      )}
    </Card>
  );
}

function Item({ item, today }: { item: ActionItem; today: string }) {
  const { t } = useText();
  const format = useFormat();
  const { name, dueDate, acknowledged, people } = item;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-40 font-medium [overflow-wrap:anywhere]">{name}</p>
        {isDone(item) ? (
          <Badge tone="ok">
            <CircleCheck aria-hidden className="size-3.5" />
            {t('resources.teamActionItems.everyone')}
          </Badge>
        ) : (
          dueDate && (
            <p className={cx('text-sm tabular-nums', isLate(item, today) ? 'font-medium text-bad-ink' : 'text-sub')}>
              {t(isLate(item, today) ? 'resources.teamActionItems.wasDue' : 'resources.due', {
                day: format.day(dueDate),
              })}
            </p>
          )
        )}
      </div>
      {!isDone(item) && (
        <div className="mt-1.5 flex items-center gap-3">
          {/* The words beside it say the same. */}
          <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full rounded-full bg-brand"
              style={{ width: `${(100 * acknowledged) / people}%` }}
            />
          </span>
          <p className="flex-none text-sm text-sub tabular-nums">
            {t('resources.teamActionItems.count', {
              count: acknowledged,
              shown: format.number(acknowledged),
              people: format.number(people),
            })}
          </p>
        </div>
      )}
    </>
  );
}
