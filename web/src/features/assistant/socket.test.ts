import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from './fake-socket';
import { ServerError } from './rest';
import { ChatSocket, type Link, maxSilentDownloadMs, resendMs, socketAddress } from './socket';
import type { Frame } from './wire';

const ticket = vi.fn<() => Promise<string>>();
const onOutage = vi.fn();
let links: Link[] = [];
let frames: Frame[] = [];
let socket: ChatSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  links = [];
  frames = [];
  onOutage.mockReset();
  ticket.mockReset().mockImplementation(async () => `ticket-${ticket.mock.calls.length}`);
  socket = new ChatSocket({
    ticket,
    open: FakeSocket.open,
    onLink: (link) => links.push(link),
    onFrame: (frame) => frames.push(frame),
    onOutage,
    random: () => 1,
  });
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

/** Lets a ticket arrive. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function connect(): Promise<FakeSocket> {
  socket.start();
  await settle();
  FakeSocket.latest.accept();
  return FakeSocket.latest;
}
const question = { questionId: 'q1', data: { prompt: 'How much?', question_id: 'q1' } };
const prompts = (fake: FakeSocket) => fake.sent.filter(({ action }) => action === 'chat').length;

describe('connecting', () => {
  it('takes a fresh ticket for every connection', async () => {
    const first = await connect();
    expect(first.address).toBe('ticket-1');
    first.end(1006);
    await pass(500);
    expect(FakeSocket.latest.address).toBe('ticket-2');
    expect(links).toEqual(['connecting', 'connected', 'disconnected', 'connecting']);
  });

  it('tells of an outage once, however often it tries again, and waits ever longer', async () => {
    ticket.mockRejectedValue(new ServerError(0, 'UNAVAILABLE'));
    socket.start();
    await settle();
    await pass(500 + 1000 + 2000);
    expect(ticket).toHaveBeenCalledTimes(4);
    await pass(3999);
    expect(ticket).toHaveBeenCalledTimes(4);
    expect(onOutage).toHaveBeenCalledTimes(1);
    ticket.mockResolvedValue('again');
    await pass(1);
    FakeSocket.latest.accept();
    expect(links.at(-1)).toBe('connected');
    FakeSocket.latest.end(1006);
    expect(onOutage).toHaveBeenCalledTimes(2);
  });

  it('a server that ends the connection in order is no outage', async () => {
    const first = await connect();
    first.end(1001);
    expect(onOutage).not.toHaveBeenCalled();
    await pass(500);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  it('gives up after two refused handshakes: no socket can be made here', async () => {
    socket.start();
    await settle();
    FakeSocket.latest.end(1006);
    await pass(500);
    FakeSocket.latest.end(1006);
    expect(links.at(-1)).toBe('unavailable');
    await pass(60_000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  it('gives up where the server has no ticket to give, and stops where the session has ended', async () => {
    ticket.mockRejectedValueOnce(new ServerError(404, 'NOT_FOUND'));
    socket.start();
    await settle();
    expect(links.at(-1)).toBe('unavailable');
    ticket.mockRejectedValueOnce(new ServerError(401, 'UNAUTHENTICATED'));
    socket.start();
    await settle();
    expect(links.at(-1)).toBe('disconnected');
    await pass(60_000);
    expect(ticket).toHaveBeenCalledTimes(2);
  });

  it('a handshake that nobody answers is ended', async () => {
    socket.start();
    await settle();
    await pass(10_000);
    expect(FakeSocket.opened[0]?.readyState).toBe(WebSocket.CLOSED);
    expect(links).toContain('disconnected');
  });

  it('tries at once when told that the network is back', async () => {
    ticket.mockRejectedValue(new ServerError(0, 'UNAVAILABLE'));
    socket.start();
    await settle();
    await pass(500 + 1000);
    ticket.mockResolvedValue('now');
    socket.retryNow();
    await settle();
    expect(FakeSocket.latest.address).toBe('now');
  });

  it('a closed one opens no more, even if its ticket comes late', async () => {
    socket.start();
    socket.close();
    await pass(60_000);
    expect(FakeSocket.opened).toHaveLength(0);
    expect(links.at(-1)).toBe('disconnected');
  });
});

describe('a question', () => {
  it('is sent again every 10 s while nothing comes, under the same id', async () => {
    const fake = await connect();
    socket.ask(question);
    await pass(resendMs - 1);
    expect(prompts(fake)).toBe(1);
    await pass(1);
    await pass(resendMs);
    expect(fake.sent.map(({ data }) => data?.question_id)).toEqual(['q1', 'q1', 'q1']);
  });

  it('is not sent again while something comes, nor once it is answered', async () => {
    const fake = await connect();
    socket.ask(question);
    await pass(resendMs - 1);
    fake.say({ status_update: 'Looking…', question_id: 'q1' });
    await pass(resendMs - 1);
    expect(prompts(fake)).toBe(1);
    fake.say({ message: '', is_end_of_stream: true, question_id: 'q1', answer: 'Five.' });
    await pass(10 * resendMs);
    expect(prompts(fake)).toBe(1);
    expect(frames.map(({ kind }) => kind)).toEqual(['status', 'final']);
  });

  it('is sent again over the next connection, and its second answer is not heard', async () => {
    const first = await connect();
    socket.ask(question);
    first.end(1006);
    await pass(500);
    const second = FakeSocket.latest;
    second.accept();
    expect(prompts(second)).toBe(1);
    const final = { message: '', is_end_of_stream: true, question_id: 'q1', answer: 'Five.' };
    first.say(final);
    second.say(final);
    second.say(final);
    expect(frames).toHaveLength(1);
  });

  it('that was answered or stopped is not sent over the next connection', async () => {
    const first = await connect();
    socket.ask(question);
    socket.stop();
    expect(first.sent.at(-1)).toEqual({ action: 'stop' });
    first.end(1006);
    await pass(500);
    FakeSocket.latest.accept();
    expect(FakeSocket.latest.sent).toEqual([]);
  });

  it('is asked again after an endpoint time-out, and not after a refusal', async () => {
    const fake = await connect();
    socket.ask(question);
    fake.say({ message: 'Endpoint request timed out', connectionId: 'c' });
    await pass(resendMs);
    expect(prompts(fake)).toBe(2);
    fake.say({ error: { code: 'TOO_MANY_QUESTIONS' }, is_end_of_stream: true, question_id: 'q1' });
    await pass(resendMs);
    expect(prompts(fake)).toBe(2);
  });
});

describe('a download', () => {
  const part = (file_string: string) => ({ file_string_download: { file_string, file_name: 'stub.pdf' } });

  it('puts its pieces together', async () => {
    const fake = await connect();
    const file = socket.download({ paystub_id: 'p' });
    expect(fake.sent).toEqual([{ action: 'download', data: { paystub_id: 'p' } }]);
    fake.say(part('JVBE'));
    fake.say(part('Ri0='));
    fake.say({ complete_download_string: true, file_name: 'stub.pdf' });
    await expect(file).resolves.toEqual({ base64: 'JVBERi0=', fileName: 'stub.pdf' });
  });

  it('fails without a connection, when it breaks, when the server refuses, and when nothing comes', async () => {
    await expect(socket.download({})).rejects.toThrow('not connected');
    const fake = await connect();
    const refused = socket.download({});
    fake.say({ error: { code: 'NOT_FOUND' }, is_end_of_stream: true });
    await expect(refused).rejects.toThrow('NOT_FOUND');
    const silent = expect(socket.download({})).rejects.toThrow('no answer');
    await pass(maxSilentDownloadMs);
    await silent;
    const broken = socket.download({});
    fake.say(part('JVBE'));
    fake.end(1006);
    await expect(broken).rejects.toThrow('connection was lost');
  });
});

it('the address has the ticket and the ids, and is secure where the page is', () => {
  const ids = { ticket: 'a+b', sessionId: 's', conversationId: 'c' };
  expect(socketAddress(new URL('https://portal.test/pay?x=1') as unknown as Location, ids)).toBe(
    'wss://portal.test/chat/socket?token=a%2Bb&session_id=s&conversation_id=c',
  );
  expect(socketAddress(new URL('http://localhost:8080/') as unknown as Location, ids)).toMatch(
    /^ws:\/\/localhost:8080\//,
  );
});
