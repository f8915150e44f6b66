export type Values = Readonly<Record<string, unknown>>;

/** Returns the values of a form for a request, without empty ones. */
export const toInput = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, isPlainObject(value) ? toInput(value) : value])
      .filter(([, value]) => !isEmpty(value)),
  ) as Record<string, unknown>;

/**
 * Returns only the changed values of a form, for an update. A key that was removed from an object
 * is null.
 */
export const findChanges = (before: Values, after: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(
        ([name, value]) =>
          JSON.stringify(value) !== JSON.stringify(before[name]) &&
          !(isEmpty(value) && isEmpty(before[name])),
      )
      .map(([name, value]) => {
        const previous = before[name];
        if (!isPlainObject(value) || !isPlainObject(previous)) return [name, value];
        const removedKeys = Object.keys(previous).filter((key) => !(key in value));
        return [name, { ...Object.fromEntries(removedKeys.map((key) => [key, null])), ...value }];
      }),
  );

const isPlainObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  // A list shows an empty line in which nobody has typed yet.
  (Array.isArray(value) && value.every((item) => item === '')) ||
  (isPlainObject(value) && Object.keys(value).length === 0);
