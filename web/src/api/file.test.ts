import { expect, test } from 'vitest';
import { toBase64 } from './file';

test('bytes of any kind become base64', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
  const text = await toBase64(new Blob([bytes]));
  expect(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))).toEqual(bytes);
});
