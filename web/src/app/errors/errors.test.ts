import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useErrors } from './errors';

const latest = () => useErrors.getState().errors.at(-1);

beforeEach(() => useErrors.setState({ errors: [], featureNotEnabled: null }));

it('an error is shown for 2000 ms, and the latest is the last of the list', () => {
  useErrors.getState().add('error.INTERNAL');
  useErrors.getState().add('error.NOT_FOUND');
  expect(latest()).toEqual({ text: 'error.NOT_FOUND', ms: 2000 });
});

describe('a feature that is not enabled', () => {
  it.each([
    ['web', 'pay', 'featureNotEnabled'],
    ['web', 'time', 'featureNotEnabled'],
    ['native', 'pay', 'featureNotEnabled'],
    ['native', 'time', 'timeFeatureNotAvailable'],
    ['native', 'Manager_timeClock', 'timeFeatureNotAvailable'],
  ] as const)('is told on %s for %s with the text %s, for 6000 ms', (kind, feature, text) => {
    useErrors.getState().addFeatureNotEnabled(feature, { kind });
    expect(latest()).toEqual({ text, ms: 6000 });
  });

  it('is recorded by name on native only', () => {
    useErrors.getState().addFeatureNotEnabled('pay', { kind: 'web' });
    expect(useErrors.getState().featureNotEnabled).toBeNull();
    useErrors.getState().addFeatureNotEnabled('pay', { kind: 'native' });
    expect(useErrors.getState().featureNotEnabled).toBe('pay');
  });
});

it('the list does not grow without end', () => {
  for (let error = 0; error < 50; error += 1) useErrors.getState().add('error.INTERNAL');
  expect(useErrors.getState().errors).toHaveLength(20);
});

it('only a feature that is not enabled is told for 6000 ms', () => {
  const source = join(import.meta.dirname, '../..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const long = files.filter((file) => /\bms: 6_?000\b/.test(readFileSync(join(source, file), 'utf8')));
  expect(long).toEqual([join('app', 'errors', 'errors.ts')]);
});
