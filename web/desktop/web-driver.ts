/** As much of WebDriver as it takes to drive one window (W3C WebDriver, sections 8 to 13). */

export type Window = {
  url: () => Promise<string>;
  goTo: (url: string) => Promise<void>;
  /** Runs in the page and answers at once; what is given has to survive JSON. */
  run: <Result, Given extends unknown[]>(act: (...given: Given) => Result, ...given: Given) => Promise<Result>;
  /** The body of a function, for code that was compiled. */
  runText: (body: string) => Promise<unknown>;
  /** Presses what XPath finds, as a person would: it has to be there, in sight and on top. */
  press: (xpath: string) => Promise<void>;
  close: () => Promise<void>;
};

type Element = Record<string, string>;

export async function openWindow(driver: string, application: string): Promise<Window> {
  const call = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const answer = await fetch(`${driver}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message ?? ''}`);
    return value;
  };
  const capabilities = { alwaysMatch: { browserName: 'wry', 'tauri:options': { application } } };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities });
  const at = `/session/${sessionId}`;
  const script = <Result>(body: string, args: unknown[]) =>
    call<Result>('POST', `${at}/execute/sync`, { script: body, args });
  return {
    url: () => call('GET', `${at}/url`),
    goTo: (url) => call('POST', `${at}/url`, { url }),
    run: (act, ...given) => script(`return (${String(act)})(...arguments)`, given),
    runText: (body) => script(body, []),
    press: async (value) => {
      const found = await call<Element>('POST', `${at}/element`, { using: 'xpath', value });
      await call('POST', `${at}/element/${Object.values(found)[0]}/click`, {});
    },
    close: () => call('DELETE', at),
  };
}
