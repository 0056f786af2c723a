/** Two people edited the same announcement: what the other one changed, and what this person would keep. */
import { currentOf } from '../../api/current';
import type { Message } from './message';
import { type Draft, draftFields } from './rules';
import { type TargetField, treeFields } from './targets';

/** An announcement as a CONFLICT carries it: its state depends on the day and is left out. */
export type CurrentMessage = Omit<Message, 'state' | 'isRead'>;

export type Difference = { field: 'message' | 'messageEs' | 'dates' | 'target'; theirs: Draft; mine: Draft };

const targetFields: readonly TargetField[] = ['payGroupId', ...treeFields];

export function draftOf(message: CurrentMessage): Draft {
  const {
    message: text,
    messageEs,
    startDate,
    endDate,
    payGroupId,
    divisionId,
    branchId,
    departmentId,
    teamId,
  } = message;
  return {
    message: text,
    messageEs: messageEs ?? '',
    startDate,
    endDate,
    payGroupId,
    divisionId,
    branchId,
    departmentId,
    teamId,
  };
}

/** Where their saved version and my draft disagree. Dates and target are compared as wholes: half of a range means nothing. */
export function differences(theirs: Draft, mine: Draft): Difference[] {
  const groups: [Difference['field'], readonly (keyof Draft)[]][] = [
    ['message', ['message']],
    ['messageEs', ['messageEs']],
    ['dates', ['startDate', 'endDate']],
    ['target', targetFields],
  ];
  return groups
    .filter(([, fields]) => fields.some((field) => theirs[field] !== mine[field]))
    .map(([field]) => ({ field, theirs, mine }));
}

/** Null when the announcement was deleted. */
export function currentMessage(current: unknown): CurrentMessage | null {
  return currentOf<CurrentMessage>(current, ['id', 'version', 'updatedByName', ...draftFields]);
}
