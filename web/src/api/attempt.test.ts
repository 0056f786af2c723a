import { expect, it } from 'vitest';
import { Attempts } from './attempt';
import { ApiError, type ErrorCode } from './error';

function numbered(): Attempts {
  let last = 0;
  return new Attempts(() => {
    last += 1;
    return `key-${last}`;
  });
}

const succeed = (key: string) => Promise.resolve(key);
const failWith = (code: ErrorCode) => (key: string) => Promise.reject(Object.assign(new ApiError(code, code), { key }));
const keyOfFailure = (failure: Promise<unknown>) => failure.catch((error: { key: string }) => error.key);

it.each<ErrorCode>(['UNAVAILABLE', 'TIMEOUT', 'INTERNAL', 'UNAUTHENTICATED'])(
  'the same submit after %s keeps its key',
  async (code) => {
    const attempts = numbered();
    expect(await keyOfFailure(attempts.run({ message: 'hello' }, failWith(code)))).toBe('key-1');
    expect(await attempts.run({ message: 'hello' }, succeed)).toBe('key-1');
  },
);

it('a changed submit gets a new key', async () => {
  const attempts = numbered();
  await keyOfFailure(attempts.run({ message: 'hello' }, failWith('UNAVAILABLE')));
  expect(await attempts.run({ message: 'hello!' }, succeed)).toBe('key-2');
});

it('saying the same again after a success is a new attempt', async () => {
  const attempts = numbered();
  await attempts.run({ message: 'hello' }, succeed);
  expect(await attempts.run({ message: 'hello' }, succeed)).toBe('key-2');
});

it.each<ErrorCode>(['FORBIDDEN', 'CONFLICT', 'MESSAGE_EMPTY'])(
  'a submit after the refusal %s is a new attempt',
  async (code) => {
    const attempts = numbered();
    await keyOfFailure(attempts.run({ message: 'hello' }, failWith(code)));
    expect(await attempts.run({ message: 'hello' }, succeed)).toBe('key-2');
  },
);

it('pressing twice before there is an answer is one request', async () => {
  const attempts = numbered();
  let sent = 0;
  const send = (key: string) => {
    sent += 1;
    return new Promise<string>((answer) => setTimeout(() => answer(key)));
  };
  const presses = [attempts.run({ message: 'hello' }, send), attempts.run({ message: 'hello' }, send)];
  expect(await Promise.all(presses)).toEqual(['key-1', 'key-1']);
  expect(sent).toBe(1);
  expect(await attempts.run({ message: 'hello' }, succeed)).toBe('key-2');
});
