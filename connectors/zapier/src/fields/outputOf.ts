import { isMap, isObject, sampleOf, type ObjectSchema } from '@textloom/shared/contract';

/**
 * Converts a result for the Zap. It always has the same keys, so that users can map a field that is
 * empty today. An object that is null becomes an object of nulls.
 */
export const outputOf = (schema: ObjectSchema, value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const given = (value as Record<string, unknown>)[name] ?? null;
      return [name, isObject(property) ? outputOf(property, given ?? {}) : given];
    }),
  );

/**
 * Returns the sample that the editor shows before there are results. Maps are empty because their
 * names vary.
 */
export const sampleOutput = (schema: ObjectSchema, example: object = {}): Record<string, unknown> =>
  outputOf(schema, {
    ...(sampleOf(schema) as object),
    ...example,
    ...Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, property]) =>
        isMap(property) ? [[name, {}]] : [],
      ),
    ),
  });
