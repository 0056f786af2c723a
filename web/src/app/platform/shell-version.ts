/** Which shells this app still works with. The app is always the server's; a shell is as old as its last update. */
const oldestShell = '1.0.0';

const partsOf = (version: string) => version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);

export function isTooOld(version: string, oldest = oldestShell): boolean {
  const [given, wanted] = [partsOf(version), partsOf(oldest)];
  const at = wanted.findIndex((part, index) => part !== (given[index] ?? 0));
  return at !== -1 && (given[at] ?? 0) < (wanted[at] ?? 0);
}
