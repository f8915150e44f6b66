import type { IExecuteFunctions, NodeParameterValueType } from 'n8n-workflow';
import { evaluate, needsOwnEvaluation } from './mergeFields.ts';
import { isTool } from './toolContext.ts';

/** Reads the value of a parameter for an item. */
export type Read = (name: string, item: number, fallback?: unknown) => unknown;

/**
 * Reads parameters, without n8n if the result is the same: n8n needs half a millisecond to evaluate an
 * expression for an item, which is most of the time of a large run. A parameter without an expression
 * is read once for all items, and a parameter that names a field is read from the item.
 */
export function createReader(context: IExecuteFunctions): Read {
	const { parameters } = context.getNode();
	// Expressions of a tool can read the first item of the agent, and not the input of the call.
	const items = isTool(context) ? [] : context.getInputData();
	const constants = new Map<string, unknown>();
	const kinds = new Map<string, ReturnType<typeof inspectParameter>>();
	return (name, item, fallback) => {
		if (constants.has(name)) return constants.get(name);
		const stored = parameters[name];
		const kind = kinds.get(name) ?? inspectParameter(stored);
		kinds.set(name, kind);
		const field = kind.path && fieldAt(kind.path, items[item]?.json);
		if (field !== undefined) return field;
		const value: unknown = kind.isEvaluatedHere
			? evaluate(context, stored, item)
			: context.getNodeParameter(name, item, fallback);
		if (kind.isConstant) constants.set(name, value);
		return value;
	};
}

const inspectParameter = (stored: NodeParameterValueType | undefined) => ({
	path: parsePath(stored),
	isEvaluatedHere: needsOwnEvaluation(stored),
	isConstant: !mayHaveExpression(stored),
});

/** An expression is a text that begins with an equals sign, at any depth. */
const mayHaveExpression = (stored: unknown): boolean => JSON.stringify([stored]).includes('"=');

const step = String.raw`\.([A-Za-z_$][\w$]*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]`;
const mapped = new RegExp(String.raw`^=\{\{\s*\$json((?:${step})+)\s*\}\}$`);

/**
 * Returns the path to a field of the item, if the parameter is the expression of a field that the
 * user dragged into it.
 */
function parsePath(stored: NodeParameterValueType | undefined): string[] | undefined {
	const steps = typeof stored === 'string' ? mapped.exec(stored)?.[1] : undefined;
	if (steps === undefined) return undefined;
	return [...steps.matchAll(new RegExp(step, 'g'))].map(([, ...names]) => names.join(''));
}

/** Returns a text, a number or a Boolean. n8n evaluates anything else. */
function fieldAt(path: readonly string[], json: unknown): string | number | boolean | undefined {
	let value = json;
	for (const name of path) {
		// Only n8n decides about properties that every object has.
		if (typeof value !== 'object' || value === null || name in Object.prototype) return undefined;
		if (!Object.hasOwn(value, name)) return undefined;
		value = (value as Readonly<Record<string, unknown>>)[name];
	}
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? (value as string | number | boolean) : undefined;
}
