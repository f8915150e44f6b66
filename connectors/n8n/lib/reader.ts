import type { IExecuteFunctions } from 'n8n-workflow';

/** The value of a parameter for an item. */
export type Read = (name: string, item: number, fallback?: unknown) => unknown;

/** Reads a parameter without an expression once for all items, which saves a run of many most of its time. */
export function readerOf(context: IExecuteFunctions): Read {
	const { parameters } = context.getNode();
	const constants = new Map<string, unknown>();
	return (name, item, fallback) => {
		if (constants.has(name)) return constants.get(name);
		const value: unknown = context.getNodeParameter(name, item, fallback);
		if (!mayHaveExpression(parameters[name])) constants.set(name, value);
		return value;
	};
}

/** An expression is a text that begins with an equals sign, however deep it lies. */
const mayHaveExpression = (stored: unknown): boolean => JSON.stringify([stored]).includes('"=');
