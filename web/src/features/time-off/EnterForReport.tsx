/** A manager enters time off for the report the queue is narrowed to. */
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { Button } from '../../ui';
import { RequestEditor } from './RequestEditor';
import type { Report } from './useReports';
import { useBalances } from './useTimeOff';

export function EnterForReport({ actor, report }: { actor: Actor; report: Report }) {
  const { t } = useText();
  const [whose] = useState({ employeeId: report.id, managerId: actor.personId });
  const balances = useBalances(actor, whose);
  const [serial, setSerial] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={<CalendarPlus aria-hidden className="size-4.5" />}
        disabledReason={balances.data ? undefined : t('timeOff.queue.enterWaits')}
        onPress={() => {
          setSerial(serial + 1);
          setOpen(true);
        }}
      >
        {t('timeOff.queue.enter')}
      </Button>
      {serial > 0 && balances.data && (
        <RequestEditor
          key={serial}
          open={isOpen}
          onClose={() => setOpen(false)}
          actor={actor}
          whose={whose}
          name={report.name}
          balances={balances.data}
          request={null}
        />
      )}
    </>
  );
}
