import { createServer } from 'node:net';

let tried = 0;

/**
 * A port on loopback that nobody listens on, of those that the system gives to nobody by itself: any other may have become somebody's end
 * of a connection by the time a program wants to listen there. Each worker begins elsewhere.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + ((process.pid * 13 + tried++) % 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((found) => {
    const probe = createServer().once('error', () => found(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => found(true)));
  });
}
