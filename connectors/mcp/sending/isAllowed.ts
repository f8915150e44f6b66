/** Returns true if a number in E.164 form is on the list, or begins like an entry that ends with `*`. */
export const isAllowed = (allowed: readonly string[] | undefined, number: string): boolean =>
  allowed === undefined ||
  allowed.some((one) => (one.endsWith('*') ? number.startsWith(one.slice(0, -1)) : number === one));
