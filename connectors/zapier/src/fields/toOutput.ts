import {
  isMap,
  isObject,
  sampleOf,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';
import { outputFields } from './fields.ts';

/**
 * Converts a result for the Zap. It always has the same keys, so that users can map a field that is
 * empty today. An object that is null becomes an object of nulls, empty maps
 * and empty lists.
 */
export const toOutput = (schema: ObjectSchema, value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const given = (value as Record<string, unknown>)[name] ?? emptyValue(property);
      if (isObject(property)) return [name, toOutput(property, given ?? {})];
      const items = 'items' in property && isObject(property.items) ? property.items : undefined;
      return [
        name,
        items && Array.isArray(given) ? given.map((one: object) => toOutput(items, one)) : given,
      ];
    }),
  );

/** Returns the value of a field that has none, of the type that Zapier expects. */
const emptyValue = (property: Schema): unknown => {
  if (isMap(property)) return {};
  return 'type' in property && property.type === 'array' ? [] : null;
};

/**
 * Describes the result of a step: its fields, and the sample that the editor shows before there are
 * results. Maps are empty in the sample because their names vary.
 */
export const describeResult = (schema: ObjectSchema, example: object = {}) => ({
  outputFields: outputFields(schema),
  sample: withoutNames(schema, toOutput(schema, { ...(sampleOf(schema) as object), ...example })),
});

/** Empties the maps of an object and of the objects in it. */
const withoutNames = (
  { properties }: ObjectSchema,
  values: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (isMap(property)) return [name, {}];
      const value = values[name];
      return [name, isObject(property) ? withoutNames(property, value as typeof values) : value];
    }),
  );
