import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidValue } from '../fields/invalidValue.ts';
import { isTool } from './toolContext.ts';

/** What an expression of a tool can read, whatever the item of the agent is. */
const safe = String.raw`\$(?:fromA[Ii]|fromai|vars|env|execution|if|ifEmpty)\b`;
const name = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const ofNode = String.raw`(\$\((?:${name})\))\.(first|last|all)\(([\d, ]*)\)`;
const read = new RegExp(String.raw`${ofNode}|${safe}|(\$[\w(]+)`, 'g');

/**
 * Returns why an expression must not decide who gets a text of a tool. Up to version 2 of the agent,
 * `$json` is its first item in every call. Since version 3, n8n adds what the agent chose to `$json`,
 * so an injected prompt could replace the recipient. `$('Lead').item` is then the first item, even in
 * later passes of a loop.
 */
export function flawOfRecipient(
	context: IExecuteFunctions,
	written: unknown,
): InvalidValue | undefined {
	const expressions = expressionsIn(written);
	if (expressions.length === 0 || !isTool(context)) return undefined;
	for (const [, node, which, run, other] of expressions.flatMap((one) => [...one.matchAll(read)])) {
		if (other !== undefined) return unsafe;
		if (node === undefined || which === 'all') continue;
		const count = context.evaluateExpression(`{{ ${node}.all(${run}).length }}`, 0);
		if (Number(count) > 1) return ambiguous;
	}
	return undefined;
}

const unsafe = new InvalidValue(
	"must not read '$json', '$input' or '.item' in a tool",
	"Write {{ $('Lead').first().json.phone }} with the name of a node before the agent that returns one item. Otherwise, the agent could replace the value, or n8n could read another person's item. To let the agent choose, use $fromAI.",
);
const ambiguous = new InvalidValue(
	'reads one of several items in a tool',
	"Add a 'Loop Over Items' node before the agent, and read a node inside the loop that returns one item. n8n does not tell a tool on which item the agent works.",
);

/** Returns the expressions in the stored value of a parameter, at any depth. */
function expressionsIn(stored: unknown): string[] {
	if (typeof stored === 'string') return stored.startsWith('=') ? [stored] : [];
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.values(stored).flatMap(expressionsIn);
}
