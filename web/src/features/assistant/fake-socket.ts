/** For tests: a socket whose other end is the test. */
export class FakeSocket {
  static opened: FakeSocket[] = [];
  readonly address: string;
  readyState: number = WebSocket.CONNECTING;
  sent: { action: string; data?: Record<string, unknown> }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(address: string) {
    this.address = address;
    FakeSocket.opened.push(this);
  }

  static open = (address: string) => new FakeSocket(address) as unknown as WebSocket;

  static get latest(): FakeSocket {
    const socket = FakeSocket.opened.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000): void {
    this.end(code);
  }

  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  end(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
