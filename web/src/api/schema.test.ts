/** The types that documents are checked against follow web/schema.graphql; stale is red. `npm run generate` renews them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

it('the generated types are fresh', { timeout: 30_000 }, () => {
  const web = resolve(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'atrium-types-'));
  try {
    const output = join(folder, 'graphql-env.d.ts');
    execFileSync(join(web, 'node_modules/.bin/gql-tada'), ['generate-output', '--output', output], { cwd: web });
    expect(readFileSync(output, 'utf8') === readFileSync(join(web, 'src/api/graphql-env.d.ts'), 'utf8')).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
