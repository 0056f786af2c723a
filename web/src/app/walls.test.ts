/** Who may import whom (the walls of the architecture), proved by reading every import. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '..');

/** What each folder may use besides packages and itself. */
const mayImport: Record<string, readonly string[]> = {
  app: ['features', 'ui', 'api', 'i18n'],
  features: ['ui', 'api', 'i18n'],
  login: ['ui', 'api', 'i18n'],
  kit: ['ui'],
  i18n: ['api'],
  api: [],
  ui: [],
  worker: [],
};

function breaches(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const [folder = '', feature] = file.split('/');
    return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
      const target = relative(source, resolve(source, dirname(file), specifier)).split(sep);
      const [targetFolder = '', targetFeature] = target;
      const staysHome = targetFolder === folder && (folder !== 'features' || targetFeature === feature);
      return staysHome || mayImport[folder]?.includes(targetFolder) ? [] : [`${file} → ${specifier}`];
    });
  });
}

function everySourceFile(): Record<string, string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  return Object.fromEntries(files.map((file) => [file.split(sep).join('/'), readFileSync(join(source, file), 'utf8')]));
}

it('no import crosses a wall', () => {
  expect(breaches(everySourceFile())).toEqual([]);
});

it('every folder of the source has a rule', () => {
  const folders = new Set(Object.keys(everySourceFile()).map((file) => file.split('/')[0]));
  expect([...folders].sort()).toEqual(Object.keys(mayImport).sort());
});

it.each([
  ['a feature that imports a feature', { 'features/pay/Page.tsx': "import { x } from '../announcements/rules';" }],
  ['a feature that imports the app', { 'features/pay/Page.tsx': "import { paths } from '../../app/paths';" }],
  ['a lazy import through the wall', { 'features/pay/Page.tsx': "const page = import('../../app/paths');" }],
  ['a kit that knows the API', { 'ui/Button.tsx': "import type { Api } from '../api/client';" }],
])('%s is a breach', (_, files) => {
  expect(breaches(files)).toHaveLength(1);
});
