/** One request in full: every day with what became of it, what was written on both sides. */
import type { Actor } from '../../api/actor';
import { may } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Dialog, FactList, StatusBadge } from '../../ui';
import { Attachments } from './Attachments';
import { RequestStatus } from './RequestStatus';
import type { Request, Whose } from './timeOff';
import { useTimeOfDay } from './useTimeOfDay';

type RequestDetailsProps = { open: boolean; onClose: () => void; actor: Actor; whose: Whose; request: Request };

export function RequestDetails({ open, onClose, actor, whose, request }: RequestDetailsProps) {
  const { t } = useText();
  const format = useFormat();
  const { type, timeOffDate, endDate, amount, requestDate, decidedByName, days } = request;
  const timeOfDay = useTimeOfDay(request);
  const facts = [
    { label: t('timeOff.column.status'), value: <RequestStatus request={request} /> },
    { label: t('timeOff.column.hours'), value: format.decimal(amount), numeric: true },
    ...timeOfDay,
    { label: t('timeOff.column.requested'), value: format.day(requestDate), numeric: true },
    ...(decidedByName ? [{ label: t('timeOff.details.decidedBy'), value: decidedByName }] : []),
  ];
  return (
    <Dialog open={open} onClose={onClose} title={`${type} · ${format.dayRange(timeOffDate, endDate)}`}>
      <div className="flex flex-col gap-6">
        <FactList facts={facts} />
        {days.length > 1 && (
          <section aria-label={t('timeOff.details.days')} className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold">{t('timeOff.details.days')}</h3>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {days.map((day) => (
                <li key={day.date} className="flex items-center justify-between gap-4 px-4 py-2.5 text-sm tabular-nums">
                  <span>{format.day(day.date)}</span>
                  <span className="flex items-center gap-3">
                    {format.decimal(day.amount)}
                    <StatusBadge status={day.status} label={t(`timeOff.status.${day.status}`)} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Words title={t('timeOff.form.notes')} text={request.notes} />
        <Words title={t('timeOff.details.managerNotes')} text={request.managerNotes} />
        <Attachments
          actor={actor}
          whose={whose}
          request={request}
          isChangeable={!whose.managerId && may(actor, 'employee:time-off.write')}
        />
      </div>
    </Dialog>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
    </section>
  );
}
