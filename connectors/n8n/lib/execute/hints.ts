import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { countRejectedRows } from '@textloom/shared/connector/countRejectedRows';
import { formatCount, type Message } from '@textloom/shared/contract';
import type { Import } from './requireImported.ts';

/** Counts the messages that the editor explains to the person who runs the workflow. */
export function createTally() {
	let replays = 0;
	let held = 0;
	let wide = 0;
	let rows = 0;
	let rejected = 0;
	let unusedName: string | undefined;
	return {
		countRows({ created, updated, refused, columns }: Import): void {
			unusedName ??= findUnusedName(columns);
			const refusedRows = countRejectedRows(refused);
			rows += created + updated + refusedRows;
			rejected += refusedRows;
		},
		countReplay(): void {
			replays++;
		},
		count({ held_reason, encoding, segments }: Message): void {
			if (held_reason === 'quiet_hours') held++;
			if (encoding === 'ucs2' && segments > 1) wide++;
		},
		hints: (): NodeExecutionHint[] => [
			...(replays > 0
				? [
						hint(
							`${formatCount(replays)} of the items ${replays === 1 ? 'was' : 'were'} sent earlier with the same 'Deduplication Key', so this run did not send ${replays === 1 ? 'it' : 'them'} again. To send again, use another key.`,
						),
					]
				: []),
			...(held > 0
				? [hint(`${messages(held)} scheduled for the end of the quiet hours. See 'send_at'.`)]
				: []),
			...(wide > 0
				? [
						hint(
							`${messages(wide)} billed as several segments because of characters such as emoji or curly quotes. 'Smart Encoding' replaces characters that have a simple equivalent. The operation 'Preview' counts segments without sending.`,
						),
					]
				: []),
			...(rejected > 0
				? [
						hint(
							`${formatCount(rejected)} of ${formatCount(rows)} rows ${rejected === 1 ? 'was' : 'were'} rejected. See 'refused'.`,
						),
					]
				: []),
			...(unusedName === undefined
				? []
				: [
						hint(
							`The column '${unusedName}' is stored as an attribute. If texts address people by their first names, name the column 'First Name'.`,
						),
					]),
		],
	};
}

/** Returns the title of a column of names that no text uses as the first name. */
function findUnusedName(columns: Import['columns']): string | undefined {
	if (columns.some(({ field }) => field === 'first_name')) return undefined;
	return columns.find(({ field }) => /^attributes\.(full_?)?name$/.test(field ?? ''))?.title;
}

/** Shows hints. The node as a tool has none in old versions of n8n. It must not fail after sending. */
export const showHints = (
	context: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	hints: readonly NodeExecutionHint[],
): void => context.addExecutionHints?.(...hints);

const hint = (message: string): NodeExecutionHint => ({ message, location: 'outputPane' });
const messages = (count: number): string =>
	count === 1 ? '1 message is' : `${count} messages are`;
