/** Returns only the values with these names. */
export const pick = <T>(
  values: Readonly<Record<string, T>>,
  names: readonly string[],
): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
