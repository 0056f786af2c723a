import { beforeAll, expect, it } from 'vitest';
import { tierText } from '../features/benefits/tier';
import { chooseLanguage, loadTexts, startI18n, translate } from '.';
import { refusalText } from './errors';
import { knownText, textOr } from './known';

beforeAll(async () => {
  await startI18n();
  await loadTexts(['benefits', 'profile']);
  await chooseLanguage('es');
});

it.each([
  ['Employee only', 'Solo el empleado'],
  ['Employee + children', 'Empleado + hijos'],
  ['Employee and spouse', 'Empleado y cónyuge'],
  ['No coverage', 'Sin cobertura'],
  ['5% of pay', '5% del pago'],
  ['1 × annual pay', '1 × el pago anual'],
  ['$100,000', '$100,000'],
  ['Tier B, grandfathered', 'Tier B, grandfathered'],
])('the tier %s reads %s in Spanish', (tier, words) => expect(tierText(translate, tier)).toBe(words));

it('codes and values of a profile are said in Spanish where they are known', () => {
  expect(knownText(translate, 'Overtime 1.5×', (name) => `profile.item.${name}`)).toBe('Horas extras 1.5×');
  expect(knownText(translate, '401(k)', (name) => `profile.item.${name}`)).toBe('401(k)');
  expect(knownText(translate, 'Domestic Partner', (name) => `profile.value.${name}`)).toBe('Pareja de hecho');
  expect(knownText(translate, 'Second cousin', (name) => `profile.value.${name}`)).toBe('Second cousin');
});

it('what ends a key may come from the server: where there is no text for it, the other words are said', () => {
  expect(textOr(translate, 'benefits.status.Enrolled', 'Enrolled')).toBe('Inscrito');
  expect(textOr(translate, 'benefits.status.Grandfathered', 'Grandfathered')).toBe('Grandfathered');
  expect(textOr(translate, 'toString', 'x')).toBe('x');
});

it('a refusal under a field is never a bare code', () => {
  expect(refusalText(translate, undefined)).toBeUndefined();
  expect(refusalText(translate, 'NAME_MISSING')).toBe(translate('error.NAME_MISSING'));
  expect(refusalText(translate, 'SOMETHING_NEW')).toBe(translate('error.INVALID_INPUT'));
});
