/**
 * Code of a page that does not arrive. Where the server answers, the app is older than what it serves, and the router loads it anew.
 * Where it does not, loading anew would leave nothing but the browser's own error page: that is told apart as `Unreachable`.
 */

export class Unreachable extends Error {}

export function reachesServer(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function arrived<Code>(coming: Promise<Code>): Promise<Code> {
  try {
    return await coming;
  } catch (error) {
    if (await reachesServer()) throw error;
    throw new Unreachable('the server could not be reached', { cause: error });
  }
}
