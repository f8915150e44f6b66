import { NodeOperationError, type INode } from 'n8n-workflow';
import { countRejectedRows } from '@textloom/shared/connector/countRejectedRows';
import { contract, formatCount, type Output } from '@textloom/shared/contract';
import { atItem } from '../connection/errors.ts';
import type { Action } from '../operations/actions.ts';

const imported = contract.contact.import;
export type Import = Output<typeof imported>;

export const isImport = ({ operation }: Action): boolean => operation === imported;

/** Throws if the service rejected all rows of an import, which would otherwise look like a success. */
export function requireImported(node: INode, report: Import, item: number): void {
	const { created, updated, refused } = report;
	const [first] = refused;
	if (!first || created + updated > 0) return;
	const column = first.column === null ? '' : `, column '${first.column}'`;
	const rows = countRejectedRows(refused);
	const what = rows === 1 ? 'The row was' : `All ${formatCount(rows)} rows were`;
	const sentence = `${what} rejected. Line ${first.line}${column}: ${first.detail}`;
	const error = new NodeOperationError(node, atItem(sentence, item), {
		description: 'Correct the file, and import it again.',
		itemIndex: item,
	});
	error.context.data = { refused: refused.map((row) => ({ ...row })) };
	throw error;
}
