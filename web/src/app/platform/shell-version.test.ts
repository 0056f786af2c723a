import { expect, it } from 'vitest';
import { isTooOld } from './shell-version';

it.each([
  ['0.9.9', '1.0.0', true],
  ['1.2.9', '1.10.0', true],
  ['1.0.0', '1.0.1', true],
  ['1', '1.0.1', true],
  ['', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.10.0', '1.9.9', false],
  ['2.0.0-beta.1', '1.9.9', false],
  ['1.0.0+build.7', '1.0.0', false],
])('a shell %s where %s is the oldest is too old: %s', (version, oldest, answer) => {
  expect(isTooOld(version, oldest)).toBe(answer);
});
