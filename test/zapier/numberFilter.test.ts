import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { createEventSchema, sampleOf } from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { numberFilter } from '../../connectors/zapier/src/hooks/filters.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const { data } = sampleOf(createEventSchema('message.received'));
const { filter, check, passesFilter, inputFields } = numberFilter(
  { to: 'Ours', from: 'Theirs' },
  'to',
);
const from = (from: string) => ({ data: { ...data, from } });

describe('the filter of numbers', () => {
  it('passes the chosen numbers to the service, and no filter if none was chosen', () => {
    expect(filter(bundle({}))).toBeUndefined();
    expect(filter(bundle({ to: [''], from: '' }))).toBeUndefined();
    expect(filter(bundle({ to: '+12025550100', from: [] }))).toEqual({ to: ['+12025550100'] });
    expect(filter(bundle({ from: ['ACME', '+1 202 555 0123'] }))).toEqual({
      from: ['ACME', '+1 202 555 0123'],
    });
  });

  it("offers the account's numbers in the matching field", () => {
    const offering = (fields: typeof inputFields) =>
      fields.filter(({ dynamic }) => dynamic).map(({ key }) => key);
    expect(offering(inputFields)).toEqual(['to']);
    expect(offering(numberFilter({ to: 'Theirs', from: 'Ours' }, 'from').inputFields)).toEqual([
      'from',
    ]);
  });

  it.each([
    ['+12025550123', '+12025550123', true],
    ['+12025550123', '+1 (202) 555-0123', true],
    ['+12025550123', '202.555.0123', true],
    ['+491711234567', '0171 1234567', true],
    ['+12025550123', 'tel:+1-202-555-0123', true],
    ['+12025550123', '202 555 0123 ext. 5', true],
    ['ACME', 'acme', true],
    ['ACME24', 'acme24', true],
    ['+12025550123', 'tel:+1-202-555-0124', false],
    ['+12025550123', '+12025550124', false],
    ['+12025550123', '+0123', false],
    ['+12025550123', 'ACME', false],
  ])('accepts a past text from %s with the filter %s: %s', (sender, given, passes) => {
    expect(passesFilter(from(sender), bundle({ from: [given] }))).toBe(passes);
    const others = bundle({ from: ['+4930123456', given] });
    expect(passesFilter(from(sender), others)).toBe(passes);
  });

  it('accepts a past text to and from a chosen number', () => {
    const both = { from: data.from, to: data.to };
    expect(passesFilter({ data }, bundle(both))).toBe(true);
    expect(passesFilter({ data }, bundle({ ...both, to: '+4930123456' }))).toBe(false);
    expect(passesFilter({ data }, bundle({}))).toBe(true);
  });

  it('names the field whose entry is neither a number nor a name', () => {
    for (const from of ['+1', 'https://acme.example'])
      expect(() => check(bundle({ from: ['ACME', from] }))).toThrow(ApiError);
    expect(() => check(bundle({ from: ['ACME', '12345', '+1 202 555 0123'] }))).not.toThrow();
  });
});
