import { describe, expect, it } from '@jest/globals';
import { contactSchema, messageSchema, sampleOf, schema } from '@textloom/shared/contract';
import { describeResult, toOutput } from '../../connectors/zapier/src/fields/toOutput.ts';
import { flatKeys } from './rules.ts';

describe('a result', () => {
  it('has the same names whether a nested object is there or null', () => {
    const contact = sampleOf(contactSchema);
    const without = toOutput(contactSchema, { ...contact, consent: null });
    expect(without.consent).toEqual({ source: null, at: null });
    expect(flatKeys(without)).toEqual(flatKeys(toOutput(contactSchema, contact)));
  });

  it('keeps every value, including nulls and the caller’s own names', () => {
    const message = sampleOf(messageSchema);
    expect(toOutput(messageSchema, message)).toEqual({
      ...message,
      error: { code: null, message: null, carrier_code: null, retryable: null },
    });
  });

  it('has the same names in each object of a list', () => {
    const items = schema({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    });
    const list = schema({ type: 'object', properties: { list: { type: 'array', items } } });
    expect(toOutput(list, { list: [{ a: '1' }] })).toEqual({ list: [{ a: '1', b: null }] });
  });

  it('contains only fields of the contract', () => {
    expect(toOutput(messageSchema, { ...sampleOf(messageSchema), internal: 1 })).not.toHaveProperty(
      'internal',
    );
  });

  it('has all the names of its sample, whatever its message', () => {
    const live = toOutput(messageSchema, { ...sampleOf(messageSchema), metadata: {} });
    expect(flatKeys(describeResult(messageSchema).sample)).toEqual(flatKeys(live));
  });

  it('has a sample without the names of a map, even in a nested object', () => {
    const nested = schema({ type: 'object', properties: { contact: contactSchema } });
    const { sample } = describeResult(nested);
    expect(sample).toMatchObject({ contact: { attributes: {} } });
    expect(flatKeys(sample)).not.toContain('contact__attributes__plan');
  });
});
