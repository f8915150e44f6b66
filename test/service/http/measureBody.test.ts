import { describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import fc from 'fast-check';
import { measureBody } from '../../../service/http/measureBody.ts';

const measure = (body: unknown) => measureBody(Buffer.from(JSON.stringify(body)));
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('a request body', () => {
  it('may have as many object fields and list items as the limit allows', () => {
    const many = limits.bodyEntries;
    expect(measure({ metadata: fields(many) })).toBeUndefined();
    expect(measure({ lists: Array.from({ length: many }, () => 1) })).toBeUndefined();
  });

  it.each([
    ['fields in an object', { metadata: fields(limits.bodyEntries + 1) }],
    ['items in a list', { lists: Array.from({ length: limits.bodyEntries + 1 }, () => 1) }],
    [
      'values in total',
      {
        messages: Array.from({ length: limits.bodyEntries }, () =>
          fields(Math.ceil(limits.bodyValues / limits.bodyEntries)),
        ),
      },
    ],
  ])('with too many %s is refused as invalid', (_, body) => {
    expect(measure(body)).toMatchObject({
      code: 'validation_failed',
      fieldErrors: [{ pointer: '', code: 'too_long' }],
    });
  });

  it('passes with the largest batch of messages', () => {
    const message = {
      ...fields(20),
      metadata: fields(50),
    };
    expect(measure({ messages: Array.from({ length: 500 }, () => message) })).toBeUndefined();
  });

  it('may be nested as deeply as the limit allows, and no deeper', () => {
    expect(measure(nested(limits.bodyLevels))).toBeUndefined();
    expect(measure(nested(limits.bodyLevels + 1))).toMatchObject({ code: 'malformed_json' });
    const siblings = Array.from({ length: limits.bodyEntries }, () => [[]]);
    expect(measure(siblings)).toBeUndefined();
  });

  it.each([
    ['{"to":"+12025550123","text":"Hi","to":"+12025550124"}', 'to'],
    ['{"metadata":{"a" : "1", "b":{}, "a"\n:"2"}}', 'a'],
    ['{"messages":[{"to":"1"},{"to":"1","ref":[{}],"to":"2"}]}', 'to'],
    ['{"é\\"":1,"é\\"":1}', 'é"'],
    ['{"to":"+12025550123","t\\u006f":"+12025550124"}', 'to'],
  ])('with a field twice in one object is refused by its name: %s', (body, name) => {
    expect(measureBody(Buffer.from(body))).toMatchObject({
      code: 'malformed_json',
      message: expect.stringContaining(`"${name}" twice`),
    });
  });

  it('with a long field twice is refused by the beginning of its name', () => {
    const name = `${'n'.repeat(limits.nameLength - 1)}😀${'n'.repeat(5_000)}`;
    const error = measureBody(Buffer.from(`{"${name}":1,"${name}":2}`));
    expect(error!.message).toMatch(/^The body has the field "n+\ufffd…" twice/);
    expect(error!.message.length).toBeLessThan(200);
  });

  it('may have a field in several objects, and its name as a value', () => {
    const one = { to: 'to', lists: ['to', 'to', { to: 'to' }], metadata: { to: 'to' } };
    expect(measure([one, one, { one, two: one }])).toBeUndefined();
  });

  it('may contain any characters in its strings', () => {
    const text = '{"[,\\'.repeat(limits.bodyEntries * 10);
    expect(measure({ text, metadata: { [text]: text } })).toBeUndefined();
  });

  it('is measured by its values, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.string(), (json, text) => {
        const body = `{"a":${JSON.stringify(text)},"b":${json}}`;
        expect(measureBody(Buffer.from(body))).toBeUndefined();
        const entries = Array.from({ length: limits.bodyEntries }, () => JSON.stringify(text));
        expect(measureBody(Buffer.from(`[${entries.join()}]`))).toBeUndefined();
        expect(measureBody(Buffer.from(`[${entries.join()},1]`))).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });
});
