/**
 * A test that passes only on its second try is flaky. The first time, find the race or add the test to flaky.txt;
 * a test on that list that needs a second try again fails the run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';

export default class Flaky implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite;
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const listed = new Set(readFileSync(join(import.meta.dirname, 'flaky.txt'), 'utf8').split('\n'));
    const flaky = (this.suite?.allTests() ?? []).filter((test) => test.outcome() === 'flaky');
    const names = flaky.map((test) => test.titlePath().slice(2).join(' › '));
    for (const name of names)
      process.stdout.write(
        listed.has(name)
          ? `flaky again: ${name}\n  It is already on web/e2e/flaky.txt. Fix its race, then take it off the list.\n`
          : `flaky: ${name}\n  Fix its race, or add this line to web/e2e/flaky.txt.\n`,
      );
    return names.some((name) => listed.has(name)) ? { status: 'failed' } : {};
  }

  printsToStdio() {
    return false;
  }
}
