import { describe, expect, it } from '@jest/globals';
import { contract, schema } from '@textloom/shared/contract';
import { ApiError } from '@textloom/shared/client';
import type { Bundle } from 'zapier-platform-core';
import { describeError } from '../../connectors/zapier/src/connection/errors.ts';
import { inputFields } from '../../connectors/zapier/src/fields/fields.ts';
import { readInputData } from '../../connectors/zapier/src/fields/readInputData.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const message = (inputData: Record<string, unknown>) =>
  readInputData(contract.message.send.input, bundle(inputData));
const contact = (inputData: Record<string, unknown>) =>
  readInputData(contract.contact.upsert.input, bundle(inputData));
/** Returns what the user reads. */
function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError)
      return describeError(error, inputFields(contract.message.send.input));
  }
  throw new Error('The input was accepted');
}

describe('the input of the user', () => {
  it('is sent without blank values', () => {
    expect(
      message({
        to: '+12025550123',
        text: 'Hi',
        from: '',
        reference: '  ',
        ttl: null,
        metadata: {},
      }),
    ).toEqual({ to: '+12025550123', text: 'Hi' });
    expect(contact({ phone: '+12025550123', consent_source: '', consent_at: '' })).toEqual({
      phone: '+12025550123',
    });
  });

  it('is sent without fields that the operation does not accept', () => {
    expect(message({ to: '+12025550123', text: 'Hi', colour: 'red' })).not.toHaveProperty('colour');
  });

  it('is trimmed, except for the text of a message, which must not change', () => {
    expect(message({ to: ' +12025550123 ', text: ' Hi \n{{first_name}}\n' })).toEqual({
      to: '+12025550123',
      text: ' Hi \n{{first_name}}\n',
    });
    expect(message({ to: '+12025550123', text: ' \n ' })).toEqual({ to: '+12025550123' });
  });

  it.each([
    ['True', true],
    ['FALSE', false],
    ['maybe', 'maybe'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])('is a boolean in a boolean field only if it is true or false (%s)', (smart_encoding, read) => {
    expect(message({ smart_encoding })).toEqual({ smart_encoding: read });
  });

  it('leaves out empty line items in a field that accepts one value', () => {
    expect(message({ to: '+12025550123', text: ['a', 'b', '', null, 'c'] }).text).toBe('a, b, c');
  });

  it('shows the values of objects in a field that accepts one value', () => {
    const text = [{ item: 'Pen', count: 2 }, ['blue', 'red']];
    expect(message({ text }).text).toBe('{"item":"Pen","count":2}, blue, red');
    expect(message({ metadata: { items: [{ a: 1 }] } }).metadata).toEqual({ items: '{"a":1}' });
  });

  it('is one value if line items are mapped to a field that accepts one', () => {
    expect(message({ to: ['+12025550123'], text: ['Hi', 'there'], ttl: [600] })).toEqual({
      to: '+12025550123',
      text: 'Hi, there',
      ttl: 600,
    });
  });

  it('is converted to the type of its field, whatever a former step returned', () => {
    expect(
      message({
        to: 12025550123,
        text: 42,
        ttl: '600',
        smart_encoding: 'true',
        metadata: { a: 1 },
      }),
    ).toEqual({
      to: '12025550123',
      text: '42',
      ttl: 600,
      smart_encoding: true,
      metadata: { a: '1' },
    });
    expect(message({ smart_encoding: false })).toEqual({ smart_encoding: false });
  });

  it('is unchanged if it cannot be converted, so that the API can name the field', () => {
    expect(message({ ttl: 'soon', smart_encoding: 'perhaps' })).toEqual({
      ttl: 'soon',
      smart_encoding: 'perhaps',
    });
    // JSON would write it as null.
    expect(message({ ttl: 'Infinity' })).toEqual({ ttl: 'Infinity' });
  });

  it('treats one value as a list of one', () => {
    const { input } = contract.event.list;
    expect(readInputData(input, bundle({ type: 'message.sent' }))).toEqual({
      type: ['message.sent'],
    });
    expect(readInputData(input, bundle({ type: ['message.sent', ''] }))).toEqual({
      type: ['message.sent'],
    });
    expect(readInputData(input, bundle({ type: [] }))).toEqual({});
    expect(contact({ phone: '+12025550123', lists: ['lst_1', ' ', 'lst_2 '] })).toEqual({
      phone: '+12025550123',
      lists: ['lst_1', 'lst_2'],
    });
  });

  it('reads several values in one row of a list, as Zapier writes the values of line items', () => {
    const [one, other] = [
      'https://example.com/w_300,h_200/a.jpg',
      'https://example.com/b.jpg?x=1;y=2',
    ];
    const read = (media_urls: unknown) => message({ to: '+12025550123', media_urls }).media_urls;
    for (const rows of [
      [one, other],
      [`${one},${other}`],
      [` ${one}, ,${other},`],
      `${one}\n${other}`,
      [[one, other]],
      [[one], [[other]]],
      [[`${one},${other}`]],
    ])
      expect(read(rows)).toEqual([one, other]);
    expect(read([one])).toEqual([one]);
    expect(contact({ phone: '+12025550123', lists: ['lst_1,lst_2', ['lst_3']] })).toEqual({
      phone: '+12025550123',
      lists: ['lst_1', 'lst_2', 'lst_3'],
    });
    const { input } = contract.event.list;
    expect(readInputData(input, bundle({ type: 'message.sent, Message Failed' }))).toEqual({
      type: ['message.sent', 'message.failed'],
    });
  });

  it('keeps the separators in a text of several lines', () => {
    const messages = schema({
      type: 'object',
      properties: {
        texts: { type: 'array', items: { type: 'string', multiline: true } },
      },
    });
    expect(readInputData(messages, bundle({ texts: ['Hi, Ada;\nbye'] }))).toEqual({
      texts: ['Hi, Ada;\nbye'],
    });
  });

  it('processes line items separately, each without blank values', () => {
    const { input } = contract.message.sendBatch;
    const items = [{ to: ' +12025550123', text: 'Hi ', reference: '' }, {}, null, { text: 42 }];
    expect(readInputData(input, bundle({ messages: items }))).toEqual({
      messages: [{ to: '+12025550123', text: 'Hi ' }, { text: '42' }],
    });
    expect(readInputData(input, bundle({ messages: { text: 'Hi' } }))).toEqual({
      messages: [{ text: 'Hi' }],
    });
    expect(readInputData(input, bundle({ messages: ['Hi', {}] }))).toEqual({});
  });

  it('puts flat fields back into their object', () => {
    expect(contact({ phone: '+12025550123', consent_source: 'Checkout' })).toEqual({
      phone: '+12025550123',
      consent: { source: 'Checkout' },
    });
  });

  it('accepts names and values as JSON too', () => {
    expect(message({ metadata: ' {"order": 7, "plan": "pro"} ' })).toEqual({
      metadata: { order: '7', plan: 'pro' },
    });
    expect(message({ metadata: ' ' })).toEqual({});
  });

  it.each(['order', '7', '"order"', '[1]', '{"a":', 'null', [['a', 'b']]])(
    'names the field if names and values are %j',
    (metadata) => {
      expect(refused(() => message({ metadata }))).toBe(
        'Metadata must be names with values, or JSON such as {"plan": "pro"}. Correct the fields of this step.',
      );
    },
  );

  it.each(['otp', 'OTP', 'One-Time Password', 'one time password', ' one-time_password '])(
    'accepts the choice %s by its value or its label',
    (purpose) => {
      expect(message({ purpose })).toEqual({ purpose: 'otp' });
    },
  );

  it('lists the labels if there is no such choice, without the value', () => {
    expect(refused(() => message({ purpose: 'fun' }))).toBe(
      'Purpose must be Notification, One-Time Password, Marketing, or Alert. Correct the fields of this step.',
    );
  });

  it('is the same for the same instant, whatever its offset', () => {
    for (const send_at of ['2026-01-31T04:30-05:00', '2026-01-31T10:30:00+01:00'])
      expect(message({ send_at })).toEqual({ send_at: '2026-01-31T09:30:00.000Z' });
    for (const send_at of ['2026-01-31T09:30:00', 'tomorrow 9am', '2026-13-31T09:30:00Z'])
      expect(message({ send_at })).toEqual({ send_at });
    for (const send_at of ['2026-01-31 10:30:00 +0100', '2026-01-31 09:30:00 UTC'])
      expect(message({ send_at })).toEqual({ send_at: '2026-01-31T09:30:00.000Z' });
    for (const send_at of ['2026-01-31T04:30:00 -0500', '2026-01-31T09:30:00 UTC'])
      expect(message({ send_at })).toEqual({ send_at: '2026-01-31T09:30:00.000Z' });
  });

  it.each([
    '05-03-2026',
    '05-03-2026 09:30:00Z',
    '2026-05-03',
    'May 3, 2026 09:30 +0000',
    '2026-02-30T10:00:00Z',
    '2026-04-31T10:00:00+02:00',
  ])('leaves the time %s to the service, because it could be another day', (send_at) => {
    expect(message({ send_at })).toEqual({ send_at });
  });
});
