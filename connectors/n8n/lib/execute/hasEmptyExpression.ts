/** Returns true if the stored value of a parameter has an expression without a value, at any depth. */
export function hasEmptyExpression(stored: unknown, value: unknown): boolean {
	if (typeof stored === 'string')
		return stored.startsWith('=') && (value === undefined || value === null || value === '');
	if (typeof stored !== 'object' || stored === null) return false;
	const values = (value ?? {}) as Readonly<Record<string, unknown>>;
	return Object.entries(stored).some(([name, one]) => hasEmptyExpression(one, values[name]));
}
