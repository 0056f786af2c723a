/**
 * The desktop shell on a screen of its own (scripts/desktop-test): its window by WebDriver, and around it everything a person or a computer
 * does. The system's browser notes the address it is given; the test that plays it takes the address from there.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../free-port';
import { openWindow, type Window } from './web-driver';

const { DESKTOP_SHELL: application = '', TAURI_DRIVER: tauriDriver = '' } = process.env;

export type Passcode = { kind: 'enter' | 'choose'; text: string } | { kind: 'put away' };

export type Shell = {
  /** Of the process that runs now. */
  window: () => Window;
  /** Ends the process and starts another: the key ring and the home folder stay. */
  restart: () => Promise<void>;
  minimize: () => void;
  show: () => void;
  /** What a desktop's lock screen tells everyone on the session's bus. */
  tellScreen: (isLocked: boolean) => void;
  /** Nothing of the shell's own process runs meanwhile; what is done to its window reaches it afterwards. */
  frozen: (meanwhile: () => Promise<void>) => Promise<void>;
  /** Waits for the question, and answers it by the keyboard. */
  answerPasscode: (answer: Passcode) => Promise<void>;
  asksForPasscode: () => 'enter' | 'choose' | null;
  /** The addresses that the system's browser was to open. */
  browsed: () => string[];
  saved: () => { name: string; bytes: Buffer }[];
  /** Nothing can be saved from now on, until it's undone. */
  blockDownloads: () => void;
  unblockDownloads: () => void;
  stop: () => Promise<void>;
};

/** A key ring that is open, as it is for someone who has signed in to their computer. */
const inSession = `printf 'a key ring for tests' | gnome-keyring-daemon --unlock --components=secrets && exec "$0" "$@"`;

const passcodeTitles = { enter: 'Unlock Atrium', choose: 'Choose a passcode' };

function xdotool(...words: string[]): string {
  return execFileSync('xdotool', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

const kinds = ['enter', 'choose'] as const;

/** The windows of this name that are on the screen. */
function shown(name: string): string[] {
  try {
    return xdotool('search', '--onlyvisible', '--name', `^${name}$`).split('\n');
  } catch {
    return [];
  }
}

/** WebKit asks the system whether there is a way out of this computer. */
export function setNetwork(isThere: boolean): void {
  const has = execFileSync('ip', ['route', 'show', 'default'], { encoding: 'utf8' }) !== '';
  if (has !== isThere) execFileSync('ip', ['route', isThere ? 'add' : 'del', 'default', 'dev', 'lo']);
}

/** The process of this name that this one has started, itself or through others. */
function descendant(pid: number, name: string): number | null {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  for (const child of children) {
    if (readFileSync(`/proc/${child}/comm`, 'utf8').trim() === name) return child;
    const found = descendant(child, name);
    if (found !== null) return found;
  }
  return null;
}

export async function startShell(portal: string): Promise<Shell> {
  const home = mkdtempSync(join(tmpdir(), 'atrium-desktop-'));
  const downloads = join(home, 'Downloads');
  const notes = join(home, 'browsed');
  const browser = join(home, 'browser');
  writeFileSync(browser, '#!/bin/sh\nprintf "%s\\n" "$1" >> "$BROWSED"\n');
  chmodSync(browser, 0o755);
  // The person's choice of a browser, as a desktop keeps it; whatever else is installed here stays closed.
  const applications = join(home, '.local/share/applications');
  mkdirSync(applications, { recursive: true });
  mkdirSync(join(home, '.config'));
  writeFileSync(
    join(applications, 'noting.desktop'),
    `[Desktop Entry]\nType=Application\nName=Noting\nExec=${browser} %u\n`,
  );
  const handlers = ['http', 'https'].map((scheme) => `x-scheme-handler/${scheme}=noting.desktop\n`).join('');
  writeFileSync(join(home, '.config/mimeapps.list'), `[Default Applications]\n${handlers}`);
  const [port, nativePort] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--native-port', String(nativePort)];
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', inSession, tauriDriver, ...ports], {
    env: {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      ATRIUM_URL: portal,
      BROWSED: notes,
    },
    stdio: ['ignore', 'ignore', process.env.DESKTOP_SHELL_LOG ? 'inherit' : 'ignore'],
    // A group of its own, which ends as one.
    detached: true,
  });
  const group = session.pid ?? 0;
  const ended = once(session, 'exit');
  const address = `http://127.0.0.1:${port}`;
  await expect(async () => expect((await fetch(`${address}/status`)).ok).toBe(true)).toPass({ timeout: 20_000 });
  let window = await openWindow(address, application);
  let id = '';
  const findWindow = () => expect.poll(() => (id = shown('Atrium')[0] ?? '')).not.toBe('');
  await findWindow();
  const shellPid = () => {
    const pid = descendant(group, 'atrium-desktop');
    if (pid === null) throw new Error('the shell does not run');
    return pid;
  };

  return {
    window: () => window,
    restart: async () => {
      await window.close();
      window = await openWindow(address, application);
      await findWindow();
    },
    minimize: () => void xdotool('windowminimize', '--sync', id),
    show: () => void xdotool('windowactivate', '--sync', id),
    tellScreen: (isLocked) => {
      const bus = 'DBUS_SESSION_BUS_ADDRESS';
      const environment = readFileSync(`/proc/${shellPid()}/environ`, 'utf8').split('\0');
      const address = environment.find((entry) => entry.startsWith(`${bus}=`))?.slice(bus.length + 1);
      const [path, signal] = ['/org/freedesktop/ScreenSaver', 'org.freedesktop.ScreenSaver.ActiveChanged'];
      execFileSync('dbus-send', ['--session', '--type=signal', path, signal, `boolean:${isLocked}`], {
        env: { ...process.env, [bus]: address },
      });
    },
    frozen: async (meanwhile) => {
      const pid = shellPid();
      process.kill(pid, 'SIGSTOP');
      await meanwhile().finally(() => process.kill(pid, 'SIGCONT'));
    },
    answerPasscode: async (answer) => {
      const titles = answer.kind === 'put away' ? Object.values(passcodeTitles) : [passcodeTitles[answer.kind]];
      const asking = () => titles.flatMap(shown)[0] ?? '';
      await expect.poll(asking).not.toBe('');
      const question = asking();
      xdotool('windowactivate', '--sync', question);
      if (answer.kind === 'put away') xdotool('key', 'alt+F4');
      else {
        xdotool('type', '--delay', '20', answer.text);
        if (answer.kind === 'choose') {
          xdotool('key', 'Tab');
          xdotool('type', '--delay', '20', answer.text);
        }
        xdotool('key', 'Return');
      }
      await expect.poll(() => titles.flatMap(shown)).not.toContain(question);
    },
    asksForPasscode: () => kinds.find((kind) => shown(passcodeTitles[kind]).length > 0) ?? null,
    browsed: () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []),
    saved: () =>
      statSync(downloads, { throwIfNoEntry: false })?.isDirectory()
        ? readdirSync(downloads).map((name) => ({ name, bytes: readFileSync(join(downloads, name)) }))
        : [],
    blockDownloads: () => {
      rmSync(downloads, { recursive: true, force: true });
      // Where the folder should be there is a file.
      writeFileSync(downloads, '');
    },
    unblockDownloads: () => {
      rmSync(downloads, { recursive: true, force: true });
      mkdirSync(downloads);
    },
    stop: async () => {
      await window.close().catch(() => undefined);
      process.kill(-group);
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
