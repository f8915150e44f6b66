import { describe, expect, it } from '@jest/globals';
import { eventSchemaOf, sampleOf } from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { filterOf, hasKeyword, passesFilter } from '../../connectors/zapier/src/incomingFilter.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const { data } = sampleOf(eventSchemaOf('message.received'));
const text = (text: string) => ({ ...data, text });
const from = (from: string) => ({ ...data, from });

describe('the filter of incoming texts', () => {
  it('asks the service for what was filled in, and for all if nothing was', () => {
    expect(filterOf(bundle({}))).toBeUndefined();
    expect(filterOf(bundle({ to: [''], from: '', keywords: ['YES'] }))).toBeUndefined();
    expect(filterOf(bundle({ to: '+12025550100', from: [] }))).toEqual({ to: ['+12025550100'] });
    expect(filterOf(bundle({ from: ['ACME', '+1 202 555 0123'] }))).toEqual({
      from: ['ACME', '+1 202 555 0123'],
    });
  });

  it.each([
    ['+12025550123', '+12025550123', true],
    ['+12025550123', '+1 (202) 555-0123', true],
    ['+12025550123', '202.555.0123', true],
    ['+491711234567', '0171 1234567', true],
    ['ACME', 'acme', true],
    ['+12025550123', '+12025550124', false],
    ['+12025550123', '+0123', false],
    ['+12025550123', 'ACME', false],
  ])('lets a past text from %s pass for %s: %s', (sender, given, passes) => {
    expect(passesFilter(from(sender), bundle({ from: [given] }))).toBe(passes);
    const others = bundle({ from: ['+4930123456', given] });
    expect(passesFilter(from(sender), others)).toBe(passes);
  });

  it('takes a past text that is to and from a chosen number', () => {
    const both = { from: data.from, to: data.to };
    expect(passesFilter(data, bundle(both))).toBe(true);
    expect(passesFilter(data, bundle({ ...both, to: '+4930123456' }))).toBe(false);
    expect(passesFilter(data, bundle({}))).toBe(true);
  });
});

describe('a keyword', () => {
  it.each([
    ['YES', 'yes', true],
    ['YES', ' Yes, please!', true],
    ['ok go', 'OK... go now', true],
    ['Größe', 'GRÖSSE', false],
    ['Größe', 'größe 42', true],
    ['👍', '👍', true],
    ['YES', 'yesterday', false],
    ['YES', 'oh yes', false],
  ])('%s stands at the beginning of "%s": %s', (keyword, said, stands) => {
    expect(hasKeyword(text(said), bundle({ keywords: ['NO', keyword] }))).toBe(stands);
  });

  it('is not needed where none is asked for', () => {
    expect(hasKeyword(text('Hi'), bundle({ keywords: [' '] }))).toBe(true);
  });
});
