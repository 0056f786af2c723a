/** A notice as the server tells it: what kind it is, and the facts. Where it belongs and what it says is made of them here. */
import { graphql, type ResultOf } from '../../api/graphql';
import type { Language, TextKey } from '../../i18n';
import type { Format } from '../../i18n/format';

export const NoticeFields = graphql(`
  fragment NoticeFields on Notice {
    id kind companyId employeeName type typeEs startDate endDate at decidedByName createdAt isRead
  }
`);

export type Notice = ResultOf<typeof NoticeFields>;
export type NoticeKind = Notice['kind'];

/** The page a notice leads to, and as whom it is opened. */
export type Place =
  | { view: 'manager'; page: 'timeOff' | 'timeClock' | 'deposits' | 'changeRequests' }
  | { view: 'employee'; page: 'timeOff' | 'timeClock' | 'deposits' | 'profile' | 'taxForms' | 'payStubs' };

export function placeOf(kind: NoticeKind): Place {
  switch (kind) {
    case 'timeOffAsked':
    case 'timeOffTaken':
    case 'timeOffRevised':
    case 'timeOffWithdrawn':
    case 'timeOffWaits':
    case 'timeOffSecondNeeded':
    case 'timeOffDelegated':
    case 'timeOffDelegationEnded':
      return { view: 'manager', page: 'timeOff' };
    case 'correctionAsked':
      return { view: 'manager', page: 'timeClock' };
    case 'depositsAsked':
    case 'depositsFrozen':
      return { view: 'manager', page: 'deposits' };
    case 'profileAsked':
    case 'taxFormsAsked':
      return { view: 'manager', page: 'changeRequests' };
    case 'correctionApproved':
    case 'correctionDenied':
      return { view: 'employee', page: 'timeClock' };
    case 'depositsApproved':
    case 'depositsDenied':
      return { view: 'employee', page: 'deposits' };
    case 'profileApproved':
    case 'profileDenied':
      return { view: 'employee', page: 'profile' };
    case 'taxFormsApproved':
    case 'taxFormsDenied':
      return { view: 'employee', page: 'taxForms' };
    case 'payStubHere':
      return { view: 'employee', page: 'payStubs' };
    default:
      return { view: 'employee', page: 'timeOff' };
  }
}

/** The second line: what it is about. Empty where the first says it all. */
export function factsOf(notice: Notice, format: Format, language: Language): string {
  const { type, typeEs, startDate, endDate, at } = notice;
  const facts: string[] = [];
  const name = language === 'es' ? typeEs : type;
  if (name) facts.push(name);
  if (startDate && !endDate) facts.push(format.day(startDate));
  if (startDate && endDate) facts.push(format.dayRange(startDate, endDate));
  if (at) facts.push(format.day(at.slice(0, 10)), format.clockTime(at.slice(11, 16)));
  return facts.join(' · ');
}

/** What someone else did with an employee's request isn't the employee's doing. */
export function titleKey({ kind, decidedByName }: Pick<Notice, 'kind' | 'decidedByName'>): TextKey {
  const isByOther = decidedByName !== null && (kind === 'timeOffRevised' || kind === 'timeOffWithdrawn');
  return isByOther ? `inbox.kind.${kind}ByOther` : `inbox.kind.${kind}`;
}

export const inboxKey = 'notices';
