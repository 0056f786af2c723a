// What our app needs in the projects that Capacitor's tool makes. Each edit can be made twice, and fails where it finds no place: a template
// that has changed must not be built without it.

import { background } from './drawings.mjs';

const scheme = 'com.atrium.app';
const reason = 'Atrium unlocks with your face, so that no one else can open it.';

function insert(text, before, added) {
  if (text.includes(added.trim())) return text;
  const at = text.lastIndexOf(before);
  if (at === -1) throw new Error(`there is no ${before} to put this before:\n${added}`);
  return text.slice(0, at) + added + text.slice(at);
}

/** The provider's answer comes back by our scheme, and no backup has a copy of what is in the app. */
export function editManifest(text) {
  const filter = `
            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="${scheme}" />
            </intent-filter>

        `;
  const backedUp = /android:allowBackup="(true|false)"/;
  if (!backedUp.test(text)) throw new Error('the manifest says nothing of backups');
  return insert(text.replace(backedUp, 'android:allowBackup="false"'), '</activity>', filter);
}

export function editPlist(text) {
  const own = `	<key>CFBundleURLTypes</key>
	<array>
		<dict>
			<key>CFBundleURLName</key>
			<string>${scheme}</string>
			<key>CFBundleURLSchemes</key>
			<array>
				<string>${scheme}</string>
			</array>
		</dict>
	</array>
	<key>NSFaceIDUsageDescription</key>
	<string>${reason}</string>
`;
  return insert(text, '</dict>\n</plist>', own);
}

/** Behind the sign of the icon, in whatever shape a launcher gives it. */
export function editColor(text) {
  const color = /(<color name="ic_launcher_background">)#[0-9A-Fa-f]{6}(<\/color>)/;
  if (!color.test(text)) throw new Error('there is no color behind the icon');
  return text.replace(color, `$1${background}$2`);
}

/** The portal's address, over HTTPS; this computer's own for development. */
export function editConfig(text, address) {
  const url = new URL(address);
  const isOwn = ['localhost', '127.0.0.1', '10.0.2.2'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isOwn) throw new Error(`${address} is not HTTPS`);
  if (url.pathname !== '/' || url.search !== '') throw new Error(`${address} is more than the portal's address`);
  const config = JSON.parse(text);
  config.server = { url: url.origin, errorPath: 'index.html', ...(url.protocol === 'http:' && { cleartext: true }) };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** What the shell shows where the portal can't be reached at its start; otherwise the app is always the server's. */
export function startPage(address) {
  const { origin } = new URL(address);
  const words = [
    ['en', 'You’re offline. Check your internet connection, then try again.', 'Try again'],
    ['es', 'No tiene conexión. Revise su conexión a internet e inténtelo de nuevo.', 'Intentar de nuevo'],
  ];
  const texts = words.map(([lang, text, again]) => `<p lang="${lang}">${text} <a href="${origin}">${again}</a></p>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Atrium</title>
<body style="font:1.1rem system-ui;padding:3rem 1.5rem">${texts.join('\n')}</body></html>
`;
}
