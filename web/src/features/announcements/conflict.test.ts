import { describe, expect, it } from 'vitest';
import { currentMessage, differences, draftOf } from './conflict';
import type { Message } from './message';

const saved: Message = {
  id: 'm1',
  message: 'Fire drill on Thursday',
  messageEs: null,
  isRead: false,
  payGroupId: null,
  divisionId: null,
  branchId: null,
  departmentId: 'warehouse',
  teamId: null,
  startDate: '2026-11-16',
  endDate: '2026-11-20',
  state: 'current',
  version: 2,
  updatedAt: '2026-11-16T10:00:00Z',
  updatedByName: 'Priya Raman',
};

const fieldsThatDiffer = (mine: Partial<Message>) =>
  differences(draftOf(saved), draftOf({ ...saved, ...mine })).map(({ field }) => field);

describe('what differs', () => {
  it.each<[string, Partial<Message>, string[]]>([
    ['nothing', {}, []],
    ['the text', { message: 'Fire drill on Friday' }, ['message']],
    ['the Spanish text alone', { messageEs: 'Simulacro de incendio' }, ['messageEs']],
    ['either date, told as one range', { endDate: '2026-11-21' }, ['dates']],
    ['any part of the target, told as one', { departmentId: null, payGroupId: 'weekly' }, ['target']],
    ['everything at once', { message: 'x', startDate: '2026-11-17', teamId: 'floor' }, ['message', 'dates', 'target']],
    ['not the version, which is no business of the writer', { version: 9, updatedByName: 'Marcus Bell' }, []],
  ])('%s', (_, mine, fields) => {
    expect(fieldsThatDiffer(mine)).toEqual(fields);
  });
});

describe('the current state in a CONFLICT', () => {
  it('is the message', () => {
    expect(currentMessage({ ...saved })).toEqual(saved);
  });

  it.each([[null], [undefined], ['text'], [{ id: 'm1' }]])('%j means that it is gone', (current) => {
    expect(currentMessage(current)).toBeNull();
  });
});
