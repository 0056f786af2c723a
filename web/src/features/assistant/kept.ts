/** What of the chats outlives a reload of the tab: whose they are and their ids in session storage, never a word of them. */
import * as v from 'valibot';

/** The session store forgets it at the end of a session (app/session/store.ts). */
const key = 'chat';
const maxKept = 20;

export type Owner = { personId: string; companyId: string | null };

const keptSchema = v.object({
  personId: v.string(),
  companyId: v.nullable(v.string()),
  /** The conversation that was open. */
  current: v.nullable(v.pipe(v.string(), v.uuid())),
  /** Those of this tab, the latest first. */
  past: v.array(v.pipe(v.string(), v.uuid())),
});

type Kept = Pick<v.InferOutput<typeof keptSchema>, 'current' | 'past'>;

const nothing: Kept = { current: null, past: [] };

/** Someone else's, or another company's, don't count. */
export function keptChats({ personId, companyId }: Owner, storage: Storage = sessionStorage): Kept {
  try {
    const read = v.safeParse(keptSchema, JSON.parse(storage.getItem(key) ?? 'null'));
    const isOwn = read.success && read.output.personId === personId && read.output.companyId === companyId;
    return isOwn ? { current: read.output.current, past: read.output.past } : nothing;
  } catch {
    return nothing;
  }
}

function keep({ personId, companyId }: Owner, { current, past }: Kept, storage: Storage): void {
  storage.setItem(key, JSON.stringify({ personId, companyId, current, past: past.slice(0, maxKept) }));
}

/** A conversation is open; null for a new one in which nothing has been asked yet. */
export function keepOpen(owner: Owner, id: string | null, storage: Storage = sessionStorage): void {
  const { past } = keptChats(owner, storage);
  keep(owner, { current: id, past: id === null ? past : [id, ...past.filter((other) => other !== id)] }, storage);
}

export function forgetChats(owner: Owner, ids: readonly string[], storage: Storage = sessionStorage): void {
  const { current, past } = keptChats(owner, storage);
  const isLeft = (id: string) => !ids.includes(id);
  keep(owner, { current: current !== null && isLeft(current) ? current : null, past: past.filter(isLeft) }, storage);
}
