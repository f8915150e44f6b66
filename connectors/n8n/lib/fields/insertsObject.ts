/** JavaScript writes an object in a text like this. */
const written = '[object Object]';

/**
 * Returns true if an expression wrote an object into a text, at any depth. A text that somebody typed
 * stays as it is. So does one that another step returned, if nothing is added to it.
 *
 * @param stored the parameter as the workflow contains it
 */
export const insertsObject = (stored: unknown, value: unknown): boolean =>
	hasObject(value) && !hasObject(stored) && !isMapped(stored);

const hasObject = (value: unknown): boolean => JSON.stringify([value]).includes(written);

/** Recognizes an expression that only finds a value, without anything that converts it to text. */
const isMapped = (stored: unknown): boolean =>
	typeof stored === 'string' &&
	/^=\{\{(?!.*\b(join|concat|toString|String)\b)[^{}+`]*\}\}$/.test(stored);
