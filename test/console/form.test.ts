import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { contract, purpose } from '@textloom/shared/contract';
import { incompleteTime } from '../../console/src/dates.ts';
import { toFieldErrors } from '../../console/src/form/fieldErrors.ts';
import { labelValue, toOptions, sentenceCase } from '../../console/src/form/labels.ts';
import { nameProblem, toMap, type NamedText } from '../../console/src/form/namedTexts.ts';
import { findChanges, hasIncompleteTime, toInput } from '../../console/src/form/values.ts';

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
  const { upsert, update } = contract.contact;
  const account = contract.account.update.input;

  it('leaves out empty fields, also within an object', () => {
    const values = {
      phone: '+12025550123',
      email: '',
      lists: [],
      attributes: {},
      consent: { source: '', at: '' },
    };
    expect(toInput(upsert.input, values)).toEqual({ phone: '+12025550123' });
    const registration = {
      brand: { name: 'Acme', ein: undefined },
      campaign: { has_links: false },
    };
    expect(toInput(contract.registration.submit.input, registration)).toEqual({
      brand: { name: 'Acme' },
      campaign: { has_links: false },
    });
  });

  it('keeps an empty value of a filter, which would otherwise match everybody', () => {
    const audience = { list_ids: [], filter: { attributes: { plan: '' }, country: '' } };
    expect(toInput(contract.broadcast.create.input, { audience })).toEqual({
      audience: { filter: { attributes: { plan: '' } } },
    });
  });

  it('contains only changed and emptied fields of an update', () => {
    const before = { name: 'Ada', brand: null, keywords: [], time_zone: 'UTC', language: 'en' };
    const after = { ...before, brand: '', keywords: ['a'], time_zone: null, language: 'de' };
    expect(findChanges(account, before, after)).toEqual({
      keywords: ['a'],
      time_zone: null,
      language: 'de',
    });
  });

  it('contains an object whole, because the service replaces it', () => {
    const before = { quiet_hours: { start: '21:00', end: '08:00' } };
    const after = { quiet_hours: { start: '20:00', end: '08:00' } };
    expect(findChanges(account, before, after)).toEqual(after);
  });

  it('leaves out an object that the user has emptied again', () => {
    const after = { consent: { source: '', at: undefined } };
    expect(findChanges(update.input, { consent: null }, after)).toEqual({});
  });

  it('contains only the changed entries of a map, because the service keeps the others', () => {
    const before = { attributes: { plan: 'pro', seats: '4', city: 'Rome' } };
    const after = { attributes: { seats: '5', city: 'Rome', note: '' } };
    expect(findChanges(update.input, before, after)).toEqual({
      attributes: { plan: null, seats: '5', note: '' },
    });
    expect(findChanges(update.input, before, { attributes: {} })).toEqual({
      attributes: { plan: null, seats: null, city: null },
    });
    expect(findChanges(update.input, { attributes: {} }, { attributes: { note: '' } })).toEqual({
      attributes: { note: '' },
    });
  });
});

describe('the rows of names and values', () => {
  const rows: NamedText[] = [
    ['plan', 'pro'],
    ['plan', ''],
    ['', 'basic'],
    ['', ''],
  ];

  it('have an error if a row cannot be an entry', () => {
    expect(rows.map((_, index) => nameProblem(rows, index))).toEqual([
      undefined,
      'Another row has this name.',
      'Enter a name.',
      undefined,
    ]);
  });

  it('are all entries, except for those in which nobody has typed', () => {
    expect(toMap(rows)).toEqual({ plan: '', '': 'basic' });
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

describe('a half-filled time in a form', () => {
  it('is found in every part of the values', () => {
    const audience = { filter: { created_after: incompleteTime } };
    expect(hasIncompleteTime({ text: incompleteTime.toUpperCase(), audience })).toBe(true);
    expect(hasIncompleteTime({ audience: { list_ids: ['lst_1'] }, send_at: '' })).toBe(false);
  });

  it('is part of the request, so that the service refuses it', () => {
    const values = { to: '+12025550123', send_at: incompleteTime };
    expect(toInput(contract.message.send.input, values)).toEqual(values);
  });
});
