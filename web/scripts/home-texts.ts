/**
 * The texts of a home in one small file: what its page, its cards and their dialogs name, out of the parts of nine features. The parts as they
 * are would be five times as much, and a first visit would wait for all of it. A key is found where it is spelled ('clock.in') or begun
 * (`clock.state.${state}`). What a refusal says is not among them: it has a part of its own (i18n/index.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src');
const pages = { employee: 'app/pages/EmployeeHomePage.tsx', manager: 'app/pages/ManagerHomePage.tsx' };
type Home = keyof typeof pages;
type Language = 'en' | 'es';

/** The route table leads to every page there is, the kit has no texts of its own, and those who left load theirs with their home. */
const elsewhere = ['app/routes.tsx', 'app/home/FormerHome.tsx', 'ui', 'i18n', 'api'].map((path) => join(source, path));

/** A module of the home and all it brings along, now or when something is pressed. */
function modulesFrom(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file) || elsewhere.some((path) => file.startsWith(path))) return found;
  const code = readFileSync(file, 'utf8');
  found.set(file, code);
  for (const [, specifier = ''] of code.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
    const target = resolve(dirname(file), specifier);
    const module = [`${target}.ts`, `${target}.tsx`].find(existsSync);
    if (module) modulesFrom(module, found);
  }
  return found;
}

function partsIn(language: Language): Record<string, string> {
  const files = readdirSync(join(source, 'i18n')).filter(
    (name) => name.endsWith(`.${language}.json`) && !/^(app|refusals)\./.test(name),
  );
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(source, 'i18n', name), 'utf8'))));
}

function textsOfHome(home: Home, language: Language): { texts: Record<string, string>; files: string[] } {
  const modules = modulesFrom(join(source, pages[home]));
  const code = [...modules.values()].join('\n');
  const isShown = (key: string) => {
    const spelled = key.replace(/_(one|other)$/, '');
    const begun = spelled.slice(0, spelled.lastIndexOf('.') + 1);
    return code.includes(`'${spelled}'`) || code.includes(`\`${begun}\${`);
  };
  const texts = Object.fromEntries(Object.entries(partsIn(language)).filter(([key]) => isShown(key)));
  return { texts, files: [...modules.keys()] };
}

const address = /^virtual:home-texts\/(employee|manager)\.(en|es)$/;

export function homeTexts(): Plugin {
  return {
    name: 'home-texts',
    resolveId: (id) => (address.test(id) ? `\0${id}` : null),
    load(id) {
      const [, home, language] = address.exec(id.slice(1)) ?? [];
      if (!home) return null;
      const { texts, files } = textsOfHome(home as Home, language as Language);
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(texts)}`;
    },
  };
}
