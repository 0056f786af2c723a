/**
 * The vault's rules, for shells whose device only has a key ring. It locks after 2000 ms in the background and empties itself after two
 * failed unlocks. Timers freeze with the app, so that coming back compares the time as well; a clock that was set back counts as too long.
 * Whoever just proved who they are hasn't left: the 2000 ms begin anew, as a question can take the app to the background for longer. The desktop has the same rules in Rust (crates/vault).
 */
import type { Port, Unlocked, Vault } from './port';
import { createSignal } from './signal';

const lockAfterMs = 2_000;
const maxFailedUnlocks = 2;

/** One text that outlives the app. */
export type Keyring = {
  read: () => Promise<string | null>;
  write: (text: string) => Promise<void>;
  erase: () => Promise<void>;
};

/** Putting the question away is no failed try. */
export type Proved = 'proved' | 'failed' | 'canceled';

type VaultParts = {
  keyring: Keyring;
  prove: () => Promise<Proved>;
  life: Pick<Port, 'onBackground' | 'onForeground'>;
};

/** The count is kept with the secret: ending the app brings no tries back. */
type Kept = { secret: string; failed: number };

/** What can't be understood was not written by a vault: it is no secret of anyone's. */
function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return typeof kept?.secret === 'string' && Number.isInteger(kept.failed) ? kept : null;
  } catch {
    return null;
  }
}

export function createVault({ keyring, prove, life }: VaultParts): Vault {
  const locked = createSignal();
  let isOpen = false;
  let leftAtMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lock = () => {
    if (!isOpen) return;
    isOpen = false;
    locked.tell();
  };

  const lockInTime = () => {
    clearTimeout(timer);
    timer = setTimeout(lock, lockAfterMs);
  };

  life.onBackground(() => {
    leftAtMs ??= Date.now();
    lockInTime();
  });
  life.onForeground(() => {
    clearTimeout(timer);
    const awayMs = leftAtMs === null ? 0 : Date.now() - leftAtMs;
    leftAtMs = null;
    if (awayMs < 0 || awayMs >= lockAfterMs) lock();
  });

  /** A key ring takes its time: what is asked of it is done in the order it was asked. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const write = (kept: Kept) => keyring.write(JSON.stringify(kept));

  async function empty(): Promise<Unlocked> {
    await keyring.erase();
    return { kind: 'empty' };
  }

  async function unlock(): Promise<Unlocked> {
    const kept = parse(await keyring.read());
    if (kept === null) return { kind: 'empty' };
    if (isOpen) return { kind: 'open', secret: kept.secret };
    // The key ring did not erase it when it should have.
    if (kept.failed >= maxFailedUnlocks) return empty();
    const proved = await prove();
    if (proved === 'canceled') return { kind: 'refused', triesLeft: maxFailedUnlocks - kept.failed };
    if (proved === 'failed') {
      const failed = kept.failed + 1;
      await write({ ...kept, failed });
      return failed < maxFailedUnlocks ? { kind: 'refused', triesLeft: maxFailedUnlocks - failed } : empty();
    }
    if (kept.failed > 0) await write({ ...kept, failed: 0 });
    isOpen = true;
    if (leftAtMs !== null) {
      leftAtMs = Date.now();
      lockInTime();
    }
    return { kind: 'open', secret: kept.secret };
  }

  return {
    store: (secret) =>
      inTurn(async () => {
        await write({ secret, failed: 0 });
        isOpen = true;
      }),
    unlock: () => inTurn(unlock),
    lock: () => inTurn(async () => lock()),
    clear: () =>
      inTurn(async () => {
        await keyring.erase();
        isOpen = false;
      }),
    onLock: locked.on,
  };
}

/** For as long as the page lives. */
export function memoryKeyring(): Keyring {
  let kept: string | null = null;
  return {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
    erase: async () => {
      kept = null;
    },
  };
}
