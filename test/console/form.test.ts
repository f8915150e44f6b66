import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { purpose } from '@textloom/shared/contract';
import { toFieldErrors } from '../../console/src/form/fieldErrors.ts';
import { labelValue, toOptions, sentenceCase } from '../../console/src/form/labels.ts';
import { findChanges, toInput } from '../../console/src/form/values.ts';

describe('the labels of a form', () => {
  it.each([
    ['Privacy Policy URL', 'Privacy policy URL'],
    ['Opt-in Message', 'Opt-in message'],
    ['Time to Live', 'Time to live'],
    ['Codes (Hours)', 'Codes (hours)'],
    ['EIN', 'EIN'],
    ['Two-Factor Authentication', 'Two-factor authentication'],
  ])('show %p as %p', (title, label) => {
    expect(sentenceCase(title)).toBe(label);
  });

  it('show readable values', () => {
    expect(labelValue('opted_out')).toBe('Opted out');
    expect(labelValue('message.received')).toBe('Message received');
    expect(labelValue('REAL_ESTATE')).toBe('Real estate');
    expect(toOptions(purpose)).toContainEqual({ value: 'otp', label: 'One-time password' });
  });
});

describe('the input that a form sends', () => {
  it('leaves out empty fields, also within an object', () => {
    expect(
      toInput({
        phone: '+12025550123',
        email: '',
        lists: [],
        attributes: {},
        consent: { source: '', at: '' },
        has_links: false,
        brand: { name: 'Acme', ein: undefined },
      }),
    ).toEqual({ phone: '+12025550123', has_links: false, brand: { name: 'Acme' } });
  });

  it('contains only changed and emptied fields of an update', () => {
    const before = { name: 'Ada', email: null, lists: ['a'], pace: 5, zone: 'UTC' };
    const after = { name: 'Ada', email: '', lists: [], pace: null, zone: 'Europe/Rome' };
    expect(findChanges(before, after)).toEqual({ lists: [], pace: null, zone: 'Europe/Rome' });
  });

  it('removes the entries that are gone from an object', () => {
    const before = { attributes: { plan: 'pro', seats: '4' } };
    expect(findChanges(before, { attributes: { seats: '5' } })).toEqual({
      attributes: { plan: null, seats: '5' },
    });
    expect(findChanges(before, { attributes: {} })).toEqual({
      attributes: { plan: null, seats: null },
    });
  });
});

it('the error of a field is a sentence at that field', () => {
  const error = new ApiError({
    message: 'x',
    code: 'validation_failed',
    status: 422,
    fieldErrors: [{ pointer: '/to', code: 'required', detail: 'is required' }],
  });
  expect(toFieldErrors(error)).toEqual({ '/to': 'Is required.' });
  expect(toFieldErrors(new Error('x'))).toEqual({});
});
