import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { createClient } from '@textloom/shared/client';
import { toNodeError } from '../../../lib/errors.ts';
import { budgets, n8nHost } from '../../../lib/host.ts';

/** The numbers of the account that a message can be sent from. */
export async function searchNumbers(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = createClient(await n8nHost(this, budgets.editor));
		const { data, next_cursor } = await client.number.list({
			limit: 100,
			...(paginationToken !== undefined && { cursor: paginationToken }),
		});
		return {
			results: data
				.filter(({ number }) => number.toLowerCase().includes(filter.toLowerCase()))
				.map(({ number, default: isDefault }) => ({
					name: isDefault ? `${number} (default)` : number,
					value: number,
				})),
			...(next_cursor !== null && { paginationToken: next_cursor }),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
