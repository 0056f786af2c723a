/** A manager changes a report's request that waits. */
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { nameOf } from './QueueTable';
import { RequestEditor } from './RequestEditor';
import type { Request } from './timeOff';
import { useBalances } from './useTimeOff';

type EditForReportProps = { open: boolean; onClose: () => void; actor: Actor; request: Request };

export function EditForReport({ open, onClose, actor, request }: EditForReportProps) {
  const [whose] = useState({ employeeId: request.employeeId, managerId: actor.personId });
  const balances = useBalances(actor, whose);
  if (!balances.data) return null;
  return (
    <RequestEditor
      open={open}
      onClose={onClose}
      actor={actor}
      whose={whose}
      name={nameOf(request)}
      balances={balances.data}
      request={request}
    />
  );
}
