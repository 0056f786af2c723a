/** The named people of the browser tests, at a desktop: `shell` shows the portal of this worker's world; their browser is another program. */
import { expect, test as people } from '../e2e/people';
import { typeIn } from '../e2e/sign-in';
import { type Shell, setNetwork, startShell } from './shell';

export { expect };
export const passcode = 'six digits or more';

type Desk = {
  shell: Shell;
  /** From the landing page to the answer that the browser brings; the address that was opened. */
  signIn: (username: string) => Promise<URL>;
};

export const test = people.extend<Desk>({
  shell: async ({ world }, use) => {
    const shell = await startShell(world.url);
    await use(shell);
    setNetwork(true);
    await shell.stop();
  },
  signIn: async ({ shell, visitor }, use) => {
    await use(async (username) => {
      const before = shell.browsed().length;
      await expect(() => shell.window().press(linkOrButton('Sign in'))).toPass();
      await expect.poll(() => shell.browsed().length).toBe(before + 1);
      const asked = shell.browsed().at(-1) ?? '';
      const browser = await visitor({ language: 'en' });
      await browser.goto(asked);
      await typeIn(browser, username, 'atrium-demo-only');
      await expect(browser.getByText('You can close this page and go back to Atrium.')).toBeVisible();
      await browser.close();
      return new URL(asked);
    });
  },
});

export const linkOrButton = (name: string) =>
  `//*[self::a or self::button][normalize-space(.)="${name}" or @aria-label="${name}"]`;

export const pathIn = async ({ window }: Pick<Shell, 'window'>) => new URL(await window().url()).pathname;

/** What a person reads there. */
export const textIn = ({ window }: Pick<Shell, 'window'>) => window().run(() => document.body.innerText);
