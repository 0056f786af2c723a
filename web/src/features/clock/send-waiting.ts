/** Sends the punches that wait, in the order they were made. What the server doesn't take stays, with its reason. */
import type { Api } from '../../api/client';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { forget, keep, waiting } from './waiting';

const Report = graphql(`
  mutation ReportPunch($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: LatePunchInput!) {
    reportPunch(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) { state }
  }
`);

/** Asking again changes nothing about these. After anything else, the punch goes on waiting. */
const final = [
  'PUNCH_TOO_LATE',
  'PUNCH_AHEAD',
  'PERIOD_CLOSED',
  'CLOCK_AT_VENDOR',
  'FEATURE_NOT_ENABLED',
  'FORBIDDEN',
  'NOT_FOUND',
];

/** Tabs take turns: the next one finds nothing left to send. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // Not every browser has locks, whatever the types say; there the server counts each punch once.
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request('atrium punches', work) : work();
}

/** How many the server has now. */
export function sendWaiting(api: Api, personId: string): Promise<number> {
  return inTurn(async () => {
    let sent = 0;
    for (const punch of waiting()) {
      if (punch.personId !== personId || punch.refusal !== undefined) continue;
      const { pressId, tenantId, companyId, employeeId, kind, deviceTime, offsetSeconds } = punch;
      const input = { pressId, kind, deviceTime, offsetSeconds };
      try {
        await api.mutate(Report, { tenantId, companyId, employeeId, input }, `late-${pressId}`);
        forget(pressId);
        sent += 1;
      } catch (error) {
        if (!(error instanceof ApiError && final.includes(error.code))) break;
        keep({ ...punch, refusal: error.code });
      }
    }
    return sent;
  });
}
