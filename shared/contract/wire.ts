import { isMap, isObject, isUnion, type ObjectSchema, type Schema } from './schema.ts';

/** Translates a value from our names to the names on the wire. */
export const toWire = (schema: Schema, value: unknown): unknown => translate(schema, value, 'out');

/**
 * Translates a value from the names on the wire to ours. Names that the schema does not know stay
 * as they are.
 */
export const fromWire = (schema: Schema, value: unknown): unknown => translate(schema, value, 'in');

/** Returns the name of a property on the wire. */
export const wireName = ({ properties }: ObjectSchema, name: string): string =>
  properties[name]?.wire ?? name;

/** Returns our name for a property on the wire. */
export const nameOfWire = ({ properties }: ObjectSchema, wire: string): string =>
  Object.keys(properties).find((name) => (properties[name]!.wire ?? name) === wire) ?? wire;

/**
 * Translates a JSON Pointer from the names on the wire to ours. Names that the schema does not know
 * stay as they are.
 */
export const pointerFromWire = (schema: Schema, pointer: string): string =>
  translatePointer(schema, pointer, 'in');

/** Translates a JSON Pointer from our names to the names on the wire. */
export const pointerToWire = (schema: Schema, pointer: string): string =>
  translatePointer(schema, pointer, 'out');

function translatePointer(schema: Schema, pointer: string, direction: Direction): string {
  const [head, ...rest] = pointer.split('/').slice(1);
  if (head === undefined) return '';
  const tail = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (!isObject(schema))
    return `/${head}${'items' in schema ? translatePointer(schema.items, tail, direction) : tail}`;
  const ours = direction === 'in' ? nameOfWire(schema, head) : head;
  const below = schema.properties[ours];
  return `/${direction === 'in' ? ours : wireName(schema, head)}${below ? translatePointer(below, tail, direction) : tail}`;
}

type Direction = 'in' | 'out';
const plain = new WeakMap<Schema, boolean>();

/** Returns true if the schema uses the same names on the wire, so that values need no translation. */
function isPlain(schema: Schema): boolean {
  const known = plain.get(schema);
  if (known !== undefined) return known;
  const result =
    !('wireValues' in schema && schema.wireValues && Object.keys(schema.wireValues).length > 0) &&
    below(schema).every((property) => property.wire === undefined && isPlain(property));
  plain.set(schema, result);
  return result;
}

function below(schema: Schema): readonly Schema[] {
  if (isUnion(schema)) return schema.oneOf;
  if (isObject(schema)) return Object.values(schema.properties);
  if (isMap(schema)) return [schema.values];
  return schema.type === 'array' ? [schema.items] : [];
}

function translate(schema: Schema, value: unknown, direction: Direction): unknown {
  if (value === null || value === undefined || isPlain(schema)) return value;
  if (isUnion(schema))
    return translate(
      findVariant(schema.oneOf, schema.discriminator, value, direction),
      value,
      direction,
    );
  if (Array.isArray(value)) {
    return schema.type === 'array'
      ? value.map((item) => translate(schema.items, item, direction))
      : value;
  }
  // One value of a query stands for a list.
  if (schema.type === 'array') return translate(schema.items, value, direction);
  if (typeof value === 'object')
    return isObject(schema) ? translateObject(schema, value, direction) : value;
  return schema.type === 'string' && schema.wireValues && typeof value === 'string'
    ? spelling(schema.wireValues, value, direction)
    : value;
}

const translateObject = (schema: ObjectSchema, value: object, direction: Direction) =>
  Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = direction === 'in' ? nameOfWire(schema, key) : key;
      const property = schema.properties[name];
      return [
        direction === 'in' ? name : wireName(schema, key),
        property ? translate(property, item, direction) : item,
      ];
    }),
  );

function spelling(
  wireValues: { readonly [value: string]: string },
  value: string,
  direction: Direction,
): string {
  if (direction === 'out') return wireValues[value] ?? value;
  return Object.keys(wireValues).find((ours) => wireValues[ours] === value) ?? value;
}

function findVariant(
  oneOf: readonly ObjectSchema[],
  discriminator: string,
  value: unknown,
  direction: Direction,
): ObjectSchema {
  const found = oneOf.find((variant) => {
    const tag = variant.properties[discriminator];
    if (!tag || !('enum' in tag)) return false;
    const key = direction === 'in' ? wireName(variant, discriminator) : discriminator;
    const spelled = (value as Record<string, unknown>)[key];
    return tag.enum?.includes(String(direction === 'in' ? translate(tag, spelled, 'in') : spelled));
  });
  return found ?? oneOf[0]!;
}
