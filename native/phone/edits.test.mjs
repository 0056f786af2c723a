import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { editConfig, editManifest, editPlist } from './edits.mjs';

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
  ])
    assert.equal(edit(edit(text)), edit(text));
});

test('a template that has changed is refused', () => {
  assert.throws(() => editManifest('<manifest />'));
  assert.throws(() => editManifest('<manifest><application android:allowBackup="true" /></manifest>'));
  assert.throws(() => editPlist('<plist></plist>'));
});

test('the app shows one portal, over HTTPS', () => {
  assert.deepEqual(JSON.parse(editConfig(config, 'https://pay.example.com')).server, { url: 'https://pay.example.com' });
  assert.deepEqual(JSON.parse(editConfig(config, 'http://10.0.2.2:8080')).server, {
    url: 'http://10.0.2.2:8080',
    cleartext: true,
  });
  for (const wrong of ['http://pay.example.com', 'https://pay.example.com/pay', 'https://pay.example.com/?x=1', 'pay'])
    assert.throws(() => editConfig(config, wrong));
});
