export type Values = Readonly<Record<string, unknown>>;

/** What of a form a request carries: what was left empty is left out. */
export const inputOf = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, isPlainObject(value) ? inputOf(value) : value])
      .filter(([, value]) => !isEmpty(value)),
  ) as Record<string, unknown>;

/** What a form has changed, of which an update carries nothing else. What is gone of an object is null. */
export const changesOf = (before: Values, after: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(
        ([name, value]) =>
          JSON.stringify(value) !== JSON.stringify(before[name]) &&
          !(isEmpty(value) && isEmpty(before[name])),
      )
      .map(([name, value]) => {
        const former = before[name];
        if (!isPlainObject(value) || !isPlainObject(former)) return [name, value];
        const gone = Object.keys(former).filter((key) => !(key in value));
        return [name, { ...Object.fromEntries(gone.map((key) => [key, null])), ...value }];
      }),
  );

const isPlainObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isPlainObject(value) && Object.keys(value).length === 0);
