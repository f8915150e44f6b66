import { isMap, isObject, type ObjectSchema, type Schema } from '@textloom/shared/contract';
import { incompleteTime } from '../dates.ts';

export type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the values of a form for a request, without empty ones. It keeps every entry of a map,
 * because a filter with fewer entries matches more contacts.
 */
export const toInput = ({ properties }: ObjectSchema, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isEmpty(properties[name], value))
      .map(([name, value]) => {
        const schema = properties[name];
        const isNested = schema && isObject(schema) && isPlainObject(value);
        return [name, isNested ? toInput(schema, value) : value];
      }),
  );

/**
 * Returns only the changed values of a form, for an update. The service keeps the other entries of
 * a map, and replaces an object. An entry that was removed from a map is null.
 */
export const findChanges = (
  { properties }: ObjectSchema,
  before: Values,
  after: Values,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(
        ([name, value]) =>
          !isSame(value, before[name]) &&
          !(isEmpty(properties[name], value) && isEmpty(properties[name], before[name])),
      )
      .map(([name, value]) => {
        const schema = properties[name];
        const isEntries = schema && isMap(schema) && isPlainObject(value);
        return [name, isEntries ? findChangedEntries(before[name], value) : value];
      }),
  );

function findChangedEntries(before: unknown, after: Values): Values {
  const previous = isPlainObject(before) ? before : {};
  const removed = Object.keys(previous).filter((name) => !(name in after));
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, previous[name]));
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed]);
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns true if a part of a time is missing somewhere in the values of a form. */
export const hasIncompleteTime = (value: unknown): boolean =>
  value === incompleteTime ||
  (isPlainObject(value) && Object.values(value).some(hasIncompleteTime));

const isPlainObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isEmpty(schema: Schema | undefined, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  // A list shows an empty line in which nobody has typed yet.
  if (Array.isArray(value)) return value.every((item) => item === '');
  if (!isPlainObject(value)) return false;
  return schema && isObject(schema)
    ? Object.entries(value).every(([name, inner]) => isEmpty(schema.properties[name], inner))
    : Object.keys(value).length === 0;
}
