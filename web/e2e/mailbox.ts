/** A mail server on loopback that takes everything and delivers nothing: enough SMTP to read what was sent. */
import { createServer, type Socket } from 'node:net';
import { expect } from '@playwright/test';

export type Mailbox = {
  url: string;
  /** The newest link to one of our pages in a mail to someone, once it has come. */
  link: (to: string, page: string) => Promise<string>;
  stop: () => Promise<void>;
};

type Mail = { to: string; text: string };

export async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.once('close', () => open.delete(socket)).once('error', () => socket.destroy()));
    converse(socket, (mail) => mails.push(mail));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async link(to, page) {
      let found: string | undefined;
      await expect(async () => {
        const links = mails.flatMap((mail) =>
          mail.to === to ? (mail.text.match(new RegExp(`/login/${page}\\?token=[\\w-]+`)) ?? []) : [],
        );
        found = links.at(-1);
        expect(found, `a mail to ${to} with a link to ${page}`).toBeDefined();
      }).toPass();
      // A link is followed once: the next one asked for is a newer one.
      for (const mail of mails) mail.text = mail.text.replaceAll(found ?? '', '');
      return found ?? '';
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const socket of open) socket.destroy();
      }),
  };
}

function converse(socket: Socket, deliver: (mail: Mail) => void): void {
  let unread = '';
  let to = '';
  let isData = false;
  socket.write('220 here\r\n');
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    for (;;) {
      const end = unread.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const said = unread.slice(0, end);
      unread = unread.slice(end + (isData ? 5 : 2));
      if (isData) deliver({ to, text: decoded(said) });
      to = /^RCPT TO:<(.+)>/i.exec(said)?.[1] ?? to;
      const wasData = isData;
      isData = !wasData && /^DATA$/i.test(said);
      socket.write(isData ? '354 go on\r\n' : /^QUIT$/i.test(said) && !wasData ? '221 bye\r\n' : '250 ok\r\n');
    }
  });
}

/** Quoted-printable or base64, whichever each part is in. */
function decoded(mail: string): string {
  const plain = mail.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  const encoded = mail.match(/\r\n\r\n([A-Za-z0-9+/=\r\n]{80,}?)(?=\r\n--|$)/g) ?? [];
  return [plain, ...encoded.map((part) => Buffer.from(part, 'base64').toString('utf8'))].join('\n');
}
