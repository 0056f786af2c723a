/** What the people of the demo prove themselves with: codes of an app, codes and links sent to them, a passkey. */
import { createHmac } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** Everyone's in the demo: JBSWY3DPEHPK3PXP. */
const demoSecret = Buffer.from('48656c6c6f21deadbeef', 'hex');

/**
 * The code an authenticator app shows now (RFC 6238), or so many half-minutes later. It counts once, so that a test asks for
 * one a person.
 */
export function totpNow(secret: Buffer = demoSecret, later = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A key as account settings show it. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

type Sent = { kind: 'mail' | 'sms'; to: string; subject?: string; text: string; createdAt: string };

async function outbox(request: APIRequestContext): Promise<Sent[]> {
  const answer = await request.get('/demo/outbox', { headers: { Accept: 'application/json' } });
  return ((await answer.json()) as { messages: Sent[] }).messages;
}

/** The newest message to someone, once it has left; `about` tells it from an older one. */
export async function sentTo(request: APIRequestContext, to: string, about: RegExp): Promise<string> {
  let found: Sent | undefined;
  await expect(async () => {
    found = (await outbox(request)).find((sent) => sent.to === to && about.test(`${sent.subject ?? ''} ${sent.text}`));
    expect(found, `a message to ${to} about ${about}`).toBeDefined();
  }).toPass();
  return found?.text ?? '';
}

/** A device with a fingerprint reader that always knows the finger. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

export const stepUp = (page: Page) => page.getByRole('dialog', { name: /^(Confirm it’s you|Confirme que es usted)$/ });

/** By the code of the app. One of them counts once, and others use this person's too: then the next one will do. */
export async function prove(page: Page): Promise<void> {
  const app = stepUp(page).getByRole('button', { name: /^(Authenticator app|Aplicación de autenticación)$/ });
  const field = stepUp(page).getByRole('textbox');
  await expect(app.or(field).first()).toBeVisible();
  if (await app.isVisible()) await app.click();
  let tries = 0;
  await expect(async () => {
    // The code of now, else that of the next half-minute, which counts already.
    await field.fill(totpNow(undefined, tries++ % 2));
    await page.keyboard.press('Enter');
    await expect(stepUp(page)).toBeHidden({ timeout: 4_000 });
  }).toPass({ timeout: 75_000, intervals: [1_000, 10_000] });
}
