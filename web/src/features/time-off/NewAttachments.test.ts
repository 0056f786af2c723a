import { expect, it } from 'vitest';
import { refuseFiles } from './NewAttachments';

const files = (...sizes: number[]) => sizes.map((size) => ({ size }));

it('takes five files that together are under 10 MB', () => {
  expect(refuseFiles([])).toBeNull();
  expect(refuseFiles(files(1, 1, 1, 1, 1))).toBeNull();
  expect(refuseFiles(files(1, 1, 1, 1, 1, 1))).toBe('TOO_MANY_ATTACHMENTS');
  expect(refuseFiles(files(5_000_000, 5_485_759))).toBeNull();
  expect(refuseFiles(files(5_000_000, 5_485_760))).toBe('ATTACHMENTS_TOO_LARGE');
});
