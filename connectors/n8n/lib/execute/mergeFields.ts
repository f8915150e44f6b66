import type { IExecuteFunctions } from 'n8n-workflow';

/** Words that n8n evaluates. All its other expressions need a dollar sign, quotes or brackets. */
const constants = String.raw`true|false|null|undefined|NaN|Infinity|(Math|Number)\.\w+`;
const name = String.raw`[\p{L}\p{N}_.# -]*\p{L}[\p{L}\p{N}_.# -]*`;
/** Matches the braces before `first_name|there}}` and `code}}`. */
const start = new RegExp(
	String.raw`\{\{(?!\s*(${constants})\s*\}\})(?=\s*${name}(\|[^{}]*)?\}\})`,
	'gu',
);

/** Returns true if the stored value of a parameter has a merge field in an expression, at any depth. */
export const hasMergeField = (stored: unknown): boolean => {
	if (typeof stored === 'string') return stored.startsWith('=') && protect(stored) !== stored;
	return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasMergeField);
};

/**
 * Evaluates a parameter, but keeps its merge fields for the service. The editor turns a text with a
 * merge field into an expression, and n8n would evaluate `Hi {{first_name|there}}` to "Hi 0".
 */
export function evaluate(context: IExecuteFunctions, stored: unknown, item: number): unknown {
	if (typeof stored === 'string') {
		const isExpression = stored.startsWith('=');
		return isExpression ? context.evaluateExpression(protect(stored).slice(1), item) : stored;
	}
	if (Array.isArray(stored)) return stored.map((one) => evaluate(context, one, item));
	if (typeof stored !== 'object' || stored === null) return stored;
	const evaluated = Object.entries(stored).map(
		([name, one]) => [name, evaluate(context, one, item)] as const,
	);
	return Object.fromEntries(evaluated);
}

/** Writes the first brace of a merge field as an expression, so that n8n never sees two braces. */
const protect = (text: string): string => text.replace(start, '{{ "{" }}{');
