import { hasOnlyWords } from '@textloom/shared/connector/hasOnlyWords';
import { isBlank } from '@textloom/shared/connector/isBlank';

/** Returns true if the stored value of a parameter has an expression without a value, at any depth. */
export function hasEmptyExpression(stored: unknown, value: unknown): boolean {
	if (typeof stored === 'string')
		return stored.startsWith('=') && (isEmpty(value) || hasOnlyWords(stored.slice(1), value));
	if (typeof stored !== 'object' || stored === null) return false;
	const values = (value ?? {}) as Readonly<Record<string, unknown>>;
	return Object.entries(stored).some(([name, one]) => hasEmptyExpression(one, values[name]));
}

/** An expression may also return a list, which has a value only if each of its entries has one. */
const isEmpty = (value: unknown): boolean =>
	Array.isArray(value) ? value.length === 0 || value.some(isEmpty) : isBlank(value);
