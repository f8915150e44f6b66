import { describe, expect, it } from '@jest/globals';
import { contract } from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { inputOf } from '../../connectors/zapier/src/fields/inputOf.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const message = (inputData: Record<string, unknown>) =>
  inputOf(contract.message.send.input, bundle(inputData));
const contact = (inputData: Record<string, unknown>) =>
  inputOf(contract.contact.upsert.input, bundle(inputData));

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
  });

  it('treats one value as a list of one', () => {
    const { input } = contract.event.list;
    expect(inputOf(input, bundle({ type: 'message.sent' }))).toEqual({ type: ['message.sent'] });
    expect(inputOf(input, bundle({ type: ['message.sent', ''] }))).toEqual({
      type: ['message.sent'],
    });
    expect(inputOf(input, bundle({ type: [] }))).toEqual({});
    expect(contact({ phone: '+12025550123', lists: ['lst_1', ' ', 'lst_2 '] })).toEqual({
      phone: '+12025550123',
      lists: ['lst_1', 'lst_2'],
    });
  });

  it('processes line items separately, each without blank values', () => {
    const { input } = contract.message.sendBatch;
    const items = [{ to: ' +12025550123', text: 'Hi ', reference: '' }, {}, null, { text: 42 }];
    expect(inputOf(input, bundle({ messages: items }))).toEqual({
      messages: [{ to: '+12025550123', text: 'Hi ' }, { text: '42' }],
    });
    expect(inputOf(input, bundle({ messages: { text: 'Hi' } }))).toEqual({
      messages: [{ text: 'Hi' }],
    });
    expect(inputOf(input, bundle({ messages: ['Hi', {}] }))).toEqual({});
  });

  it('puts flat fields back into their object', () => {
    expect(contact({ phone: '+12025550123', consent_source: 'Checkout' })).toEqual({
      phone: '+12025550123',
      consent: { source: 'Checkout' },
    });
  });
});
