import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawings } from './drawings.mjs';
import { editColor, editConfig, editManifest, editPlist, startPage } from './edits.mjs';

const manifest = `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <application android:allowBackup="true" android:label="@string/app_name">
        <activity android:name=".MainActivity" android:exported="true">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
        </activity>
    </application>
</manifest>
`;
const plist = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>CFBundleDisplayName</key>
	<string>Atrium</string>
</dict>
</plist>
`;
const color = '<resources>\n    <color name="ic_launcher_background">#FFFFFF</color>\n</resources>';
const config = readFileSync(new URL('capacitor.config.json', import.meta.url), 'utf8');

test('the sign-in comes back by our scheme, and nothing is backed up', () => {
  const edited = editManifest(manifest);
  assert.match(edited, /<data android:scheme="com\.atrium\.app" \/>\s*<\/intent-filter>\s*<\/activity>/);
  assert.match(edited, /android:allowBackup="false"/);
  assert.match(edited, /android\.intent\.category\.LAUNCHER/);
});

test('iOS knows the scheme, and why a face is asked for', () => {
  const edited = editPlist(plist);
  assert.match(edited, /<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>com\.atrium\.app<\/string>/);
  assert.match(edited, /<key>NSFaceIDUsageDescription<\/key>/);
  assert.match(edited, /<\/dict>\n<\/plist>\n$/);
});

test('an edit made twice is made once', () => {
  for (const [edit, text] of [
    [editManifest, manifest],
    [editPlist, plist],
    [editColor, color],
  ])
    assert.equal(edit(edit(text)), edit(text));
});

test('a template that has changed is refused', () => {
  assert.throws(() => editManifest('<manifest />'));
  assert.throws(() => editManifest('<manifest><application android:allowBackup="true" /></manifest>'));
  assert.throws(() => editPlist('<plist></plist>'));
  assert.throws(() => editColor('<resources></resources>'));
});

test('the app shows one portal, over HTTPS', () => {
  assert.deepEqual(JSON.parse(editConfig(config, 'https://pay.example.com')).server, {
    url: 'https://pay.example.com',
    errorPath: 'index.html',
  });
  assert.deepEqual(JSON.parse(editConfig(config, 'http://10.0.2.2:8080')).server, {
    url: 'http://10.0.2.2:8080',
    errorPath: 'index.html',
    cleartext: true,
  });
  for (const wrong of ['http://pay.example.com', 'https://pay.example.com/pay', 'https://pay.example.com/?x=1', 'pay'])
    assert.throws(() => editConfig(config, wrong));
});

test('each icon and splash screen of both projects is drawn, as large as its template has it', () => {
  // Of Capacitor 8: five densities with five pictures, Android's own splash screen, the icon of iOS and its splash screen thrice.
  assert.equal(drawings.length, 5 * 5 + 1 + 1 + 3);
  for (const { path, width, height } of drawings) {
    const png = readFileSync(new URL(`icons/${path}`, import.meta.url));
    assert.equal(png.toString('latin1', 1, 4), 'PNG', path);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, height], path);
  }
});

test('the icon of iOS has no alpha channel, which the App Store refuses', () => {
  const { path } = drawings.find((drawing) => drawing.path.includes('AppIcon'));
  const png = readFileSync(new URL(`icons/${path}`, import.meta.url));
  assert.ok([2, 3].includes(png[25]), `its color type is ${png[25]}`);
  assert.equal(png.includes('tRNS'), false);
});

test('what is behind the icon has its color', () => {
  assert.match(editColor(color), />#0b6862</);
});

test('without a network at its start the app says so in both languages, and leads to the portal and nowhere else', () => {
  const page = startPage('https://pay.example.com/');
  assert.match(page, /<p lang="en">You’re offline\./);
  assert.match(page, /<p lang="es">No tiene conexión\./);
  assert.deepEqual([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href), Array(2).fill('https://pay.example.com'));
});
