/** One account in the list: which, what it gets, what it is. */
import { EllipsisVertical, MoveDown, MoveUp, Pencil, Trash2 } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, IconButton, Menu, StatusBadge } from '../../ui';
import { type Deposit, isLive } from './deposit';
import { useDepositText } from './useDepositText';

type DepositRowProps = {
  deposit: Deposit;
  timeZone: string;
  /** Absent where nothing may be changed. */
  actions?:
    | { onEdit: () => void; onEnd: (() => void) | null; onUp: (() => void) | null; onDown: (() => void) | null }
    | undefined;
};

const knownStatuses = ['Active', 'Pending', 'Approved', 'Denied', 'Frozen', 'Inactive'] as const;

export function DepositRow({ deposit, timeZone, actions }: DepositRowProps) {
  const { t } = useText();
  const text = useDepositText();
  const format = useFormat();
  const name = text.name(deposit);
  const status = knownStatuses.find((known) => known === deposit.bankStatus) ?? 'Inactive';
  const outstanding = deposit.changeRequestId ? t('error.OUTSTANDING_REQUEST') : undefined;
  const isOnHold = deposit.holdUntil !== null && status === 'Approved';
  return (
    <div className="flex items-start gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-2 sm:flex-row sm:flex-wrap sm:justify-between">
        <div className="min-w-0 sm:flex-1 sm:basis-52">
          <p className="font-semibold break-words">{name}</p>
          <p className="mt-0.5 text-[.875rem] text-sub">
            {t(`deposits.type.${deposit.bankAccountType}`)} · {text.dates(deposit)}
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <StatusBadge status={status} label={t(`deposits.status.${status}`)} />
            {deposit.changeRequestId && status !== 'Pending' && (
              <Badge tone="warn">{t('deposits.changePending')}</Badge>
            )}
            {isOnHold && deposit.holdUntil && (
              <span className="text-sm text-sub">
                {t('deposits.hold', { until: format.instant(deposit.holdUntil, timeZone) })}
              </span>
            )}
          </div>
        </div>
        <p className="flex-none font-semibold tabular-nums sm:text-right">{text.share(deposit)}</p>
      </div>
      {actions && isLive(deposit) && (
        <Menu
          label={t('deposits.actionsNamed', { account: name })}
          trigger={
            <IconButton
              label={t('deposits.actionsNamed', { account: name })}
              icon={<EllipsisVertical aria-hidden className="size-5" />}
            />
          }
          entries={[
            {
              id: 'edit',
              label: t('deposits.edit'),
              icon: <Pencil aria-hidden className="size-4.5" />,
              disabledReason: outstanding,
              onAction: actions.onEdit,
            },
            ...(actions.onUp
              ? [
                  {
                    id: 'up',
                    label: t('deposits.moveUp'),
                    icon: <MoveUp aria-hidden className="size-4.5" />,
                    onAction: actions.onUp,
                  },
                ]
              : []),
            ...(actions.onDown
              ? [
                  {
                    id: 'down',
                    label: t('deposits.moveDown'),
                    icon: <MoveDown aria-hidden className="size-4.5" />,
                    onAction: actions.onDown,
                  },
                ]
              : []),
            ...(actions.onEnd
              ? [
                  {
                    id: 'end',
                    label: status === 'Active' ? t('deposits.end') : t('deposits.withdraw'),
                    icon: <Trash2 aria-hidden className="size-4.5" />,
                    tone: 'danger' as const,
                    disabledReason: status === 'Pending' ? undefined : outstanding,
                    onAction: actions.onEnd,
                  },
                ]
              : []),
          ]}
        />
      )}
    </div>
  );
}
