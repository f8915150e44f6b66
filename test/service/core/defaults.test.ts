import { describe, expect, it } from '@jest/globals';
import {
  contract,
  isObject,
  isUnion,
  operations,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';
import { handOver } from '../harness/handOver.ts';

const defaultOf = (schema: Schema): unknown => ('default' in schema ? schema.default : undefined);

const below = (schema: Schema): readonly Schema[] => {
  if (isUnion(schema)) return schema.oneOf;
  if (isObject(schema)) return Object.values(schema.properties);
  return 'items' in schema ? [schema.items] : [];
};
const hasDefaults = (schema: Schema): boolean =>
  defaultOf(schema) !== undefined || below(schema).some(hasDefaults);

/** Builds the emptiest value in which each default has a place, or the same value with them. */
function build(schema: Schema, isFilled: boolean): unknown {
  if (isUnion(schema)) return build(schema.oneOf.find(hasDefaults)!, isFilled);
  if (isObject(schema)) {
    const fields = Object.entries(schema.properties).filter(
      ([, property]) => hasDefaults(property) && (isFilled || defaultOf(property) === undefined),
    );
    return Object.fromEntries(fields.map(([name, one]) => [name, build(one, isFilled)]));
  }
  // The service checks these items one by one, and fills them in later.
  if ('items' in schema) return [build(schema.items, isFilled && !schema.itemwise)];
  return defaultOf(schema);
}

describe('a default of the contract', () => {
  const withDefaults = operations.filter(({ operation }) => hasDefaults(operation.input));

  it.each(withDefaults)(
    'is what the handler of $resource.$name gets for an absent field',
    async ({ operation }) => {
      const given = build(operation.input, false);
      const copy = structuredClone(given);
      expect(await handOver(operation, given)).toEqual(build(operation.input, true));
      expect(given).toEqual(copy);
    },
  );

  it('does not replace a value that the caller gives', async () => {
    const value = { to: '+12065550100', ttl: 60, purpose: 'otp', smart_encoding: true };
    const filled = { ...value, encoding: 'auto', merge_fields: true };
    expect(await handOver(contract.message.send, value)).toEqual(filled);
  });

  it('is the same for a message in a batch, which the service fills in when it checks it', () => {
    const { properties } = contract.message.send.input;
    const batch: ObjectSchema = contract.message.sendBatch.input.properties.messages.items;
    for (const [name, property] of Object.entries<Schema>(properties))
      expect(defaultOf(batch.properties[name]!)).toEqual(defaultOf(property));
  });

  it('belongs to no change of fields, which keeps what it does not name', () => {
    const patches = operations.filter(({ operation }) => operation.method === 'PATCH');
    expect(patches.length).toBeGreaterThan(3);
    for (const { resource, name, operation } of patches)
      expect([resource, name, hasDefaults(operation.input)]).toEqual([resource, name, false]);
  });

  it('is somewhere, so that these tests can fail', () => {
    expect(withDefaults.length).toBeGreaterThan(20);
  });
});
