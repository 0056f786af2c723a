import { rmSync } from 'node:fs';

export default function removeData(): void {
  if (process.env.ATRIUM_E2E_DATA_DIR) rmSync(process.env.ATRIUM_E2E_DATA_DIR, { recursive: true, force: true });
}
