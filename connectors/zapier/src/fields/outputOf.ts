import { isMap, isObject, sampleOf, type ObjectSchema } from '@textloom/shared/contract';

/**
 * A result as the Zap sees it: always the same keys, so that a field that is empty today can be
 * mapped today. An object that is null becomes an object of nulls.
 */
export const outputOf = (schema: ObjectSchema, value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const given = (value as Record<string, unknown>)[name] ?? null;
      return [name, isObject(property) ? outputOf(property, given ?? {}) : given];
    }),
  );

/** What the editor shows before there are results. A map is empty there: its names are anybody's. */
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
