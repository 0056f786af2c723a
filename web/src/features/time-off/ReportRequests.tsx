/** What the employee the queue is narrowed to has asked for, decided or not: a manager changes and withdraws it here. */
import { Palmtree } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, EmptyState, ErrorState, Pager, useOpened } from '../../ui';
import { EditForReport } from './EditForReport';
import { RequestDetails } from './RequestDetails';
import { RequestsTable } from './RequestsTable';
import type { Request } from './timeOff';
import type { Report } from './useReports';
import { useRequests } from './useTimeOff';
import { WithdrawRequest } from './WithdrawRequest';

export function ReportRequests({ actor, report }: { actor: Actor; report: Report }) {
  const { t } = useText();
  const [whose] = useState({ employeeId: report.id, managerId: actor.personId });
  const [cursor, setCursor] = useState<string | null>(null);
  const list = useRequests(actor, whose, cursor);
  const { opened, open, close } = useOpened<'read' | 'edit' | 'withdraw', Request>('read');
  const title = t('timeOff.queue.ofOne', { name: report.name });
  const dialog = { open: opened.isOpen, onClose: close, actor };
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <Card flush className="overflow-hidden">
        {list.isError ? (
          <ErrorState
            title={t('timeOff.loadFailed')}
            body={errorText(t, list.error)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <RequestsTable
            requests={list.data?.results ?? null}
            today={actor.today}
            mayWrite={may(actor, 'manager:time-off.write')}
            onOpen={(request) => open('read', request)}
            onEdit={(request) => open('edit', request)}
            onWithdraw={(request) => open('withdraw', request)}
            empty={<EmptyState icon={<Palmtree />} title={t('timeOff.queue.ofOneEmpty')} />}
          />
        )}
      </Card>
      <Pager links={list.data?.links} onTurn={setCursor} pending={list.isPlaceholderData} />
      {opened.kind === 'read' && opened.row && (
        <RequestDetails key={opened.serial} {...dialog} whose={whose} request={opened.row} />
      )}
      {opened.kind === 'edit' && opened.row && <EditForReport key={opened.serial} {...dialog} request={opened.row} />}
      {opened.kind === 'withdraw' && opened.row && (
        <WithdrawRequest key={opened.serial} {...dialog} whose={whose} request={opened.row} />
      )}
    </section>
  );
}
