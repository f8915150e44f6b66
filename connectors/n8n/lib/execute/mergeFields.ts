import type { IExecuteFunctions } from 'n8n-workflow';
import { planMergeFields } from '@textloom/shared/connector/planMergeFields';
import type { Action } from '../operations/actions.ts';
import { isTool } from './toolContext.ts';

/** Words that n8n evaluates. All its other expressions need a dollar sign, quotes or brackets. */
const constants = String.raw`true|false|null|undefined|NaN|Infinity|(Math|Number)\.\w+`;
const name = String.raw`[\p{L}\p{N}_.# -]*\p{L}[\p{L}\p{N}_.# -]*`;
/** Matches the braces before `first_name|there}}` and `code}}`. */
const start = new RegExp(
	String.raw`\{\{(?!\s*(${constants})\s*\}\})(?=\s*${name}(\|[^{}]*)?\}\})`,
	'gu',
);

const whole = new RegExp(String.raw`${start.source}[^{}]*\}\}`, 'gu');

/** Matches what n8n's text of a human review contains. n8n would write it as "[object Object]". */
const toolInput = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** Returns true if `evaluate` differs from n8n for the stored value of a parameter, at any depth. */
export const needsOwnEvaluation = (stored: unknown): boolean => {
	if (typeof stored === 'string')
		return stored.startsWith('=') && (protect(stored) !== stored || stored.search(toolInput) >= 0);
	if (typeof stored !== 'object' || stored === null) return false;
	return Object.values(stored).some(needsOwnEvaluation);
};

/**
 * Evaluates a parameter, but keeps its merge fields for the service, and makes the input of a tool
 * readable. The editor turns a text with a merge field into an expression, and n8n would evaluate
 * `Hi {{first_name|there}}` to "Hi 0".
 */
export function evaluate(context: IExecuteFunctions, stored: unknown, item: number): unknown {
	if (typeof stored === 'string') {
		const isExpression = stored.startsWith('=');
		if (!isExpression) return stored;
		const readable = protect(stored.slice(1)).replace(toolInput, (written) =>
			toExpression(describeInput(context.evaluateExpression(written, item))),
		);
		return context.evaluateExpression(readable, item);
	}
	if (Array.isArray(stored)) return stored.map((one) => evaluate(context, one, item));
	if (typeof stored !== 'object' || stored === null) return stored;
	const evaluated = Object.entries(stored).map(
		([name, one]) => [name, evaluate(context, one, item)] as const,
	);
	return Object.fromEntries(evaluated);
}

/** Decides which merge fields of a text to one person count. Those that an agent writes do not. */
export function planMerging(
	context: IExecuteFunctions,
	{ fields, operation }: Pick<Action, 'fields' | 'operation'>,
	{ merge_fields, ...others }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const { text } = others;
	const mayMerge = 'merge_fields' in operation.input.properties;
	if (!mayMerge || typeof text !== 'string') return others;
	const { name } = fields.find((field) => field.name === 'text')!.property;
	const mergesValues = merge_fields === true && !isTool(context);
	return { ...others, ...planText(text, context.getNode().parameters[name], mergesValues) };
}

/**
 * Returns a text for one person, with what the service must know about its merge fields. Only those
 * that the author of the workflow typed count, unless the author also wants those in inserted values.
 *
 * @param stored the text as the workflow contains it
 */
export function planText(
	text: string,
	stored: unknown,
	mergesValues: boolean,
): ReturnType<typeof planMergeFields> {
	return planMergeFields({ text, merge_fields: mergesValues }, findTyped(stored));
}

/** Returns the merge fields in a stored text, without the expressions of n8n. */
function findTyped(stored: unknown): string | undefined {
	if (typeof stored !== 'string') return undefined;
	return stored.startsWith('=') ? stored.match(whole)?.join('') : stored;
}

/** Returns one line for each value. A line break in a value could pretend to be another value. */
function describeInput(input: unknown): string {
	if (typeof input !== 'object' || input === null) return String(input);
	const describe = (value: unknown) =>
		typeof value === 'string' && !/[^\S ]/.test(value) ? value : JSON.stringify(value);
	const lines = Object.entries(input).map(([name, value]) => `${name}: ${describe(value)}`);
	return lines.join('\n') || 'none';
}

const toExpression = (text: string): string => `{{ ${toLiteral(text)} }}`;

/** Writes a text as a literal for an expression, which a brace would end. */
export const toLiteral = (text: string): string =>
	JSON.stringify(text).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');

/** Writes the first brace of a merge field as an expression, so that n8n never sees two braces. */
const protect = (text: string): string => text.replace(start, '{{ "{" }}{');
