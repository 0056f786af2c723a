import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/error';
import en from '../../i18n/account.en.json';
import { eventText, isRefusal } from './events';
import { passwordField, refusePasswords } from './password';
import { shownPhone, toE164 } from './phone';

describe('a phone number', () => {
  it.each([
    ['(312) 555-0142', '+13125550142'],
    ['312.555.0142', '+13125550142'],
    ['1 312 555 0142', '+13125550142'],
    ['+1 312 555 0142', '+13125550142'],
    ['+34 612 345 678', '+34612345678'],
  ])('%s is sent as %s', (typed, e164) => {
    expect(toE164(typed)).toBe(e164);
  });

  it.each(['', '555-0142', '23125550142', '+1', '+12345678901234567', 'call me'])('%s cannot be one', (typed) => {
    expect(toE164(typed)).toBeNull();
  });

  it('is shown as people write it, where we know how', () => {
    expect(shownPhone('+13125550142')).toBe('(312) 555-0142');
    expect(shownPhone('+34612345678')).toBe('+34612345678');
  });
});

describe('a new password', () => {
  const current = 'what it was';

  it.each([
    ['needs the current one', '', 'long enough', { field: 'currentPassword', code: 'REQUIRED' }],
    ['may not be too short', current, '1234567', { field: 'newPassword', code: 'PASSWORD_TOO_SHORT' }],
    ['counts an emoji as one character', current, '🎉'.repeat(7), { field: 'newPassword', code: 'PASSWORD_TOO_SHORT' }],
    ['may have 8 characters', current, '12345678', null],
    ['may have 128 characters', current, 'x'.repeat(128), null],
    ['may not have 129', current, 'x'.repeat(129), { field: 'newPassword', code: 'PASSWORD_TOO_LONG' }],
  ])('%s', (_, currentPassword, newPassword, refusal) => {
    expect(refusePasswords({ currentPassword, newPassword }, 8)).toEqual(refusal);
  });

  it('that the server refuses is told under its field', () => {
    expect(passwordField(new ApiError('INCORRECT_PASSWORD', ''))).toMatchObject({ field: 'currentPassword' });
    expect(passwordField(new ApiError('PASSWORD_COMMON', ''))).toMatchObject({ field: 'newPassword' });
    expect(passwordField(new ApiError('UNAVAILABLE', ''))).toBeNull();
  });
});

describe('an event', () => {
  it.each([
    'sign_in.done',
    'session.signed_out',
    'session.code_reused',
    'session.refresh_reused',
    'upstream.linked',
    'password.reset_asked',
    'sign_in.link_asked',
    'profile.changed',
    'recovery_codes.renewed',
    'account.alarm',
    'account.merge_undone',
  ])('%s has words of its own', (action) => {
    expect(en).toHaveProperty([eventText(action)]);
    expect(eventText(action)).not.toBe('account.event.unknown');
  });

  it('this build does not know still has words', () => {
    expect(eventText('from.the_future')).toBe('account.event.unknown');
  });

  it('stands out when somebody was not let in', () => {
    expect(isRefusal({ action: 'step_up.refused', result: 'done' })).toBe(true);
    expect(isRefusal({ action: 'password.changed', result: 'refused' })).toBe(true);
    expect(isRefusal({ action: 'session.refresh_reused', result: 'done' })).toBe(true);
    expect(isRefusal({ action: 'sign_in.done', result: 'done' })).toBe(false);
  });
});
