/**
 * Returns the options that a program passed. Throws a TypeError if they are not an object, or if one
 * of them has another name than those in `known`. Without this check, a repeated call with a mistyped
 * idempotency key would send twice. `note` says what to do instead of using another option.
 */
export function readOptions<T extends object>(
  given: T | null | undefined,
  known: readonly (keyof T & string)[],
  note?: string,
): Partial<T> {
  if (given === undefined || given === null) return {};
  const accepted = `The accepted options are: ${known.join(', ')}.`;
  if (!isPlain(given)) throw new TypeError(`The options must be an object. ${accepted}`);
  const unknown = Object.keys(given).find((name) => !known.some((one) => one === name));
  if (unknown === undefined) return given;
  const meant = known.find((name) => simplify(name) === simplify(unknown));
  const advice = meant === undefined ? (note ?? accepted) : `Did you mean "${meant}"?`;
  throw new TypeError(`Unknown option "${unknown}". ${advice}`);
}

/** Throws a TypeError if the inputs of a call are not an object, such as a text or a list. */
export function checkInputs(given: unknown): void {
  if (given === undefined || (typeof given === 'object' && !Array.isArray(given))) return;
  throw new TypeError('The inputs must be an object, with a property for each input.');
}

/** Throws a TypeError if a call has more arguments than `most`, because it would ignore them. */
export function checkCount(given: readonly unknown[], most: number): void {
  if (given.slice(most).every((one) => one === undefined)) return;
  throw new TypeError(`The call accepts at most ${most} arguments, including the options.`);
}

/** An AbortSignal, for example, is not plain. It would look like an object without options. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const simplify = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
