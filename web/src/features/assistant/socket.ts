/**
 * One conversation's socket: a ticket, the connection, and another one when it breaks. It keeps the question that is being answered and sends it
 * again after 10 s of silence and over every new connection, under the same id, so that the server knows it.
 */
import { ServerError } from './rest';
import { type Frame, readFrame } from './wire';

/** `unavailable`: no socket can be made here, so the single calls have to do. */
export type Link = 'connecting' | 'connected' | 'disconnected' | 'unavailable';

export const resendMs = 10_000;
const firstPauseMs = 500;
const maxPauseMs = 10_000;
const maxHandshakeMs = 10_000;
/** A proxy that lets no socket through refuses every one. */
const maxRefusedHandshakes = 2;
export const maxSilentDownloadMs = 30_000;
const maxFileLetters = 14 * 1024 * 1024;

/** The server, or a gateway, has ended the connection on purpose. */
const calmCloses = [1000, 1001];

export type SocketQuestion = { questionId: string; data: object };

type SocketOptions = {
  ticket: () => Promise<string>;
  open: (ticket: string) => WebSocket;
  onLink: (link: Link) => void;
  onFrame: (frame: Frame) => void;
  /** Once for each time the connection is lost, however long it takes to get it back. */
  onOutage: () => void;
  random?: () => number;
};

type Download = {
  parts: string[];
  timer: ReturnType<typeof setTimeout>;
  resolve: (file: ReceivedFile) => void;
  reject: (error: Error) => void;
};

export type ReceivedFile = { base64: string; fileName: string };

export class ChatSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | null = null;
  #isWanted = false;
  /** What comes of an earlier attempt to connect is nothing to the present one. */
  #turn = 0;
  #failures = 0;
  #refusedHandshakes = 0;
  #isOut = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #question: SocketQuestion | null = null;
  #resend: ReturnType<typeof setTimeout> | undefined;
  #download: Download | null = null;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void this.#connect();
  }

  /** The network is back: there is no need to wait. */
  retryNow(): void {
    if (!this.#isWanted || this.#socket) return;
    this.#failures = 0;
    void this.#connect();
  }

  close(): void {
    this.#isWanted = false;
    this.#drop();
    this.settle();
    this.#options.onLink('disconnected');
  }

  ask(question: SocketQuestion): void {
    this.#question = question;
    this.#sendQuestion();
  }

  stop(): void {
    this.settle();
    this.#send({ action: 'stop' });
  }

  /** There is an answer, or no wish for one. */
  settle(): void {
    this.#question = null;
    clearTimeout(this.#resend);
  }

  download(data: object): Promise<ReceivedFile> {
    this.#endDownload(new Error('another download'));
    return new Promise((resolve, reject) => {
      this.#download = { parts: [], timer: this.#downloadTimer(), resolve, reject };
      if (!this.#send({ action: 'download', data })) this.#endDownload(new Error('not connected'));
    });
  }

  async #connect(): Promise<void> {
    const { ticket, open, onLink } = this.#options;
    this.#drop();
    const turn = this.#turn;
    onLink('connecting');
    try {
      const word = await ticket();
      if (turn === this.#turn) this.#follow(open(word), turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      const status = error instanceof ServerError ? error.status : 0;
      // Signed out: the app has been told. Otherwise a server that refuses a ticket has no socket to offer.
      if (status === 401) this.close();
      else if (status >= 400 && status < 500 && status !== 429) this.#giveUp();
      else this.#reconnect(true);
    }
  }

  #follow(socket: WebSocket, turn: number): void {
    this.#socket = socket;
    let hasOpened = false;
    const handshake = setTimeout(() => socket.close(), maxHandshakeMs);
    socket.onopen = () => {
      if (turn !== this.#turn) return;
      clearTimeout(handshake);
      hasOpened = true;
      this.#failures = 0;
      this.#refusedHandshakes = 0;
      this.#isOut = false;
      this.#options.onLink('connected');
      if (this.#question) this.#sendQuestion();
    };
    socket.onmessage = ({ data }) => {
      if (turn === this.#turn) this.#hear(data);
    };
    socket.onclose = ({ code }) => {
      clearTimeout(handshake);
      if (turn !== this.#turn) return;
      if (!hasOpened) this.#refusedHandshakes += 1;
      if (this.#refusedHandshakes >= maxRefusedHandshakes) this.#giveUp();
      else this.#reconnect(!(hasOpened && calmCloses.includes(code)));
    };
  }

  #hear(data: unknown): void {
    const frame = readFrame(data);
    if (frame === null) return;
    if (frame.kind === 'filePart' || frame.kind === 'fileEnd') {
      this.#receive(frame);
      return;
    }
    const isAboutAnother = frame.questionId !== null && frame.questionId !== this.#question?.questionId;
    if (isAboutAnother) return;
    if (frame.kind === 'error' && this.#question === null) this.#endDownload(new Error(frame.code));
    const isOver = frame.kind === 'final' || (frame.kind === 'error' && frame.code !== 'TIMEOUT');
    if (isOver) this.settle();
    else if (this.#question) this.#waitForReply();
    this.#options.onFrame(frame);
  }

  #sendQuestion(): void {
    if (!this.#question) return;
    this.#send({ action: 'chat', data: this.#question.data });
    this.#waitForReply();
  }

  #waitForReply(): void {
    clearTimeout(this.#resend);
    this.#resend = setTimeout(() => this.#sendQuestion(), resendMs);
  }

  #send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #reconnect(isOutage: boolean): void {
    this.#drop();
    this.#options.onLink('disconnected');
    if (isOutage && !this.#isOut) {
      this.#isOut = true;
      this.#options.onOutage();
    }
    // After a server has been restarted, everyone comes back; not all in the same moment.
    const { random = Math.random } = this.#options;
    const pauseMs = Math.min(firstPauseMs * 2 ** this.#failures, maxPauseMs) * (0.5 + random() / 2);
    this.#failures += 1;
    this.#pause = setTimeout(() => void this.#connect(), pauseMs);
  }

  #giveUp(): void {
    this.#isWanted = false;
    this.#drop();
    this.settle();
    this.#options.onLink('unavailable');
  }

  #drop(): void {
    this.#turn += 1;
    clearTimeout(this.#pause);
    clearTimeout(this.#resend);
    this.#socket?.close(1000);
    this.#socket = null;
    this.#endDownload(new Error('the connection was lost'));
  }

  #receive(frame: Extract<Frame, { kind: 'filePart' | 'fileEnd' }>): void {
    const download = this.#download;
    if (!download) return;
    if (frame.kind === 'fileEnd') {
      this.#download = null;
      clearTimeout(download.timer);
      download.resolve({ base64: download.parts.join(''), fileName: frame.fileName });
      return;
    }
    clearTimeout(download.timer);
    download.timer = this.#downloadTimer();
    download.parts.push(frame.base64);
    const letters = download.parts.reduce((sum, part) => sum + part.length, 0);
    if (letters > maxFileLetters) this.#endDownload(new Error('too large'));
  }

  #downloadTimer(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#endDownload(new Error('no answer')), maxSilentDownloadMs);
  }

  #endDownload(error: Error): void {
    const download = this.#download;
    if (!download) return;
    this.#download = null;
    clearTimeout(download.timer);
    download.reject(error);
  }
}

/** The way the server takes a socket: the ticket works once and for a moment, the access token is never in an address. */
export function socketAddress(
  page: Location,
  ids: { ticket: string; sessionId: string; conversationId: string },
): string {
  const address = new URL('/chat/socket', page.href);
  address.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = new URLSearchParams({
    token: ids.ticket,
    session_id: ids.sessionId,
    conversation_id: ids.conversationId,
  }).toString();
  return address.href;
}
