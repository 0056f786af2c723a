/** Switching company or view takes the page with it: anyone who typed something there is asked first (LeaveQuestion). */
type Asker = (go: () => void) => void;

let asker: Asker | null = null;

/** Stands between until the returned function is called. */
export function askFirst(ask: Asker): () => void {
  asker = ask;
  return () => {
    asker = null;
  };
}

/** At once, or when the question is answered: a navigation that belongs to it ignores what holds up others. */
export function leaveFor(go: () => void): void {
  if (asker) asker(go);
  else go();
}
