/** /time: what one has, what one has asked for, and asking for more. */
import { CalendarPlus, Palmtree, Timer } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, EmptyState, ErrorState, Link, LinkButton, PageHeader, Pager, useOpened } from '../../ui';
import { Balances } from './Balances';
import { CalendarLink } from './CalendarLink';
import { RequestDetails } from './RequestDetails';
import { RequestEditor } from './RequestEditor';
import { RequestsTable } from './RequestsTable';
import type { Request } from './timeOff';
import { useBalances, useRequests } from './useTimeOff';
import { WithdrawRequest } from './WithdrawRequest';

type TimeOffPageProps = {
  actor: Actor;
  employeeId: string;
  /** Null where the pages behind them are switched off. */
  detailsHref: string | null;
  calendarHref: string | null;
  /** Null where the person has no clock. */
  clockHref: string | null;
};

export function TimeOffPage({ actor, employeeId, detailsHref, calendarHref, clockHref }: TimeOffPageProps) {
  const { t } = useText();
  const [whose] = useState({ employeeId, managerId: null });
  const [cursor, setCursor] = useState<string | null>(null);
  const { opened, open, close } = useOpened<'read' | 'edit' | 'withdraw', Request>('read');
  const balances = useBalances(actor, whose);
  const list = useRequests(actor, whose, cursor);
  const mayWrite = may(actor, 'employee:time-off.write');
  const retry = () => {
    if (list.error instanceof ApiError && list.error.code === 'INVALID_CURSOR') setCursor(null);
    else void list.refetch();
  };
  const askButton = (
    <Button
      onPress={() => open('edit', null)}
      icon={<CalendarPlus aria-hidden className="size-4.5" />}
      disabledReason={mayWrite ? (balances.data ? undefined : t('timeOff.new.waits')) : t('timeOff.new.forbidden')}
    >
      {t('timeOff.new')}
    </Button>
  );
  const dialog = { open: opened.isOpen, onClose: close };

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.time')}
        description={t('timeOff.lead')}
        actions={
          <>
            {clockHref && (
              <LinkButton variant="secondary" href={clockHref} icon={<Timer aria-hidden className="size-4.5" />}>
                {t('page.timeClock')}
              </LinkButton>
            )}
            {calendarHref && <CalendarLink href={calendarHref} />}
            {askButton}
          </>
        }
      />
      <section aria-label={t('timeOff.balances')} className="flex flex-col gap-3">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="text-lg font-semibold">{t('timeOff.balances')}</h2>
          {detailsHref && (
            <Link href={detailsHref} variant="quiet">
              {t('timeOff.ledger.open')}
            </Link>
          )}
        </div>
        {balances.isError ? (
          <Card>
            <ErrorState
              title={t('timeOff.balancesFailed')}
              body={errorText(t, balances.error)}
              onRetry={() => void balances.refetch()}
              retrying={balances.isFetching}
            />
          </Card>
        ) : (
          <Balances balances={balances.data ?? null} />
        )}
      </section>
      <section aria-label={t('timeOff.requests')} className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">{t('timeOff.requests')}</h2>
        <Card flush className="overflow-hidden">
          {list.isError ? (
            <ErrorState
              title={t('timeOff.loadFailed')}
              body={errorText(t, list.error)}
              onRetry={retry}
              retrying={list.isFetching}
            />
          ) : (
            <RequestsTable
              requests={list.data?.results ?? null}
              today={actor.today}
              mayWrite={mayWrite}
              onOpen={(request) => open('read', request)}
              onEdit={(request) => open('edit', request)}
              onWithdraw={(request) => open('withdraw', request)}
              empty={
                <EmptyState
                  icon={<Palmtree />}
                  title={t('timeOff.empty.title')}
                  body={t('timeOff.empty.body')}
                  action={mayWrite && askButton}
                />
              }
            />
          )}
        </Card>
        <Pager links={list.data?.links} onTurn={setCursor} pending={list.isPlaceholderData} />
      </section>

      {opened.kind === 'edit' && balances.data && (
        <RequestEditor
          key={opened.serial}
          {...dialog}
          actor={actor}
          whose={whose}
          balances={balances.data}
          request={opened.row}
        />
      )}
      {opened.kind === 'withdraw' && opened.row && (
        <WithdrawRequest key={opened.serial} {...dialog} actor={actor} whose={whose} request={opened.row} />
      )}
      {opened.kind === 'read' && opened.row && (
        <RequestDetails key={opened.serial} {...dialog} actor={actor} whose={whose} request={opened.row} />
      )}
    </div>
  );
}
