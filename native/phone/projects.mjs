// npm run projects -- https://portal.example.com: makes the Android and iOS projects, or brings those that are there up to date.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editColor, editConfig, editManifest, editPlist, startPage } from './edits.mjs';

const here = import.meta.dirname;
const address = process.argv[2];
if (!address) {
  console.error('say which portal: npm run projects -- https://portal.example.com');
  process.exit(2);
}
const run = (...command) => execFileSync('npx', command, { cwd: here, stdio: 'inherit' });
const edit = (path, change) => {
  const file = join(here, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

edit('capacitor.config.json', (text) => editConfig(text, address));
mkdirSync(join(here, 'www'), { recursive: true });
writeFileSync(join(here, 'www/index.html'), startPage(address));

for (const platform of ['android', 'ios']) if (!existsSync(join(here, platform))) run('cap', 'add', platform);
run('cap', 'sync');
edit('android/app/src/main/AndroidManifest.xml', editManifest);
edit('ios/App/App/Info.plist', editPlist);
edit('android/app/src/main/res/values/ic_launcher_background.xml', editColor);
cpSync(join(here, 'icons'), here, { recursive: true });
