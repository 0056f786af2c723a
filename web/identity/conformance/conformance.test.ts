/** Runs the table against the binary and against the reference, and compares their verdicts. */
import { describe, expect, inject, test } from 'vitest';
import { atriumAt } from '../providers/atrium';
import type { Provider } from '../providers/provider';
import { referenceAt } from '../providers/reference';
import { RelyingParty } from '../relying-party';
import { basic } from './basic';
import { config } from './config';
import { logout } from './logout';
import { type Module, partyOf } from './module';
import { PLANS, type Row, type Tested } from './table';

const MODULES: Record<keyof typeof PLANS, Record<string, Module>> = { basic, config, logout };
const SIZES = { basic: 38, config: 1, logout: 11 };

const atrium = atriumAt(inject('atriumUrl'));
const reference = referenceAt(inject('referenceUrl'));

/** The verdict that the table explains: no remark is a pass. */
function expectedOf(row: Tested, provider: Provider): string[] {
  return Object.keys({ ...row.remarks, ...(provider === atrium ? row.oursAlone : {}) }).sort();
}

for (const [plan, rows] of Object.entries(PLANS) as [keyof typeof PLANS, Record<string, Row>][]) {
  describe(`${plan} plan`, () => {
    const modules = MODULES[plan];

    test('has every module once: a test, or the reason why there is none', () => {
      const tested = Object.entries(rows).flatMap(([name, row]) => ('left' in row ? [] : [name]));
      expect(Object.keys(rows)).toHaveLength(SIZES[plan]);
      expect(Object.keys(modules).sort()).toEqual(tested.sort());
    });

    for (const [name, row] of Object.entries(rows)) {
      const run = modules[name];
      for (const provider of [atrium, reference]) {
        if ('left' in row) {
          test.concurrent(`${name} · ${provider.name} is left out for a reason that holds`, async () => {
            expect(row.because((await RelyingParty.of(provider)).discovery)).toBe(true);
          });
        } else if (run) {
          test.concurrent(`${name} · ${provider.name}`, async () => {
            const remarks = await run(await partyOf(provider));
            expect(remarks.sort(), row.must).toEqual(expectedOf(row, provider));
          });
        }
      }
    }
  });
}
