import { isMap, isObject, isUnion, type Infer, type Schema } from './schema.ts';

/**
 * Builds a value that the schema accepts from its `examples`. Connectors show it until real data
 * exists.
 */
export const sampleOf = <const S extends Schema>(schema: S): Infer<S> => build(schema) as Infer<S>;

function build(schema: Schema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (isUnion(schema)) return build(schema.oneOf[0]!);
  if (isObject(schema)) {
    const others = [schema.exactlyOne, schema.atLeastOne].flatMap((names) => names?.slice(1) ?? []);
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => !others.includes(name))
        .map(([name, property]) => [name, build(property)]),
    );
  }
  if (isMap(schema)) return {};
  if (schema.type === 'array') return [build(schema.items)];
  if ('default' in schema && schema.default !== undefined) return schema.default;
  throw new Error(`"${schema.title ?? schema.type}" has no example to build a sample from`);
}
