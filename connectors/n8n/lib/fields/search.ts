import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { createClient, type Client, type Page } from '@textloom/shared/client';
import { toNodeError } from '../connection/errors.ts';
import { budgets, n8nHost } from '../connection/host.ts';

interface Asked {
	readonly limit: number;
	readonly cursor?: string;
	/** Only if the API searches. */
	readonly search?: string;
}
interface Search<T> {
	readonly list: (client: Client, asked: Asked) => Promise<Page<T>>;
	readonly toItem: (one: T) => INodeListSearchItems;
	/** Whether the API searches by a part of a name, so that no page needs to be compared here. */
	readonly isAtApi?: boolean;
	/** Finds objects through the API by the filter. They come first. */
	readonly exact?: (client: Client, filter: string) => Promise<readonly T[]>;
}
const limit = 100;
/** The maximum number of pages to read for one search. */
const maxPages = 10;

/** Creates a search for the mode "From List". */
export const createSearch = <T>({ list, toItem, isAtApi, exact }: Search<T>) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return asEditor(this, async (client) => {
			const wanted = filter.trim().toLowerCase();
			const search = isAtApi && wanted ? { search: filter.trim() } : undefined;
			const matches = (one: T) => toItem(one).name.toLowerCase().includes(wanted);
			const isFirst = paginationToken === undefined;
			const found = exact && wanted && isFirst ? [...(await exact(client, filter.trim()))] : [];
			let cursor = paginationToken;
			for (let pages = 0; pages === 0 || (pages < maxPages && found.length === 0); pages++) {
				const place = cursor !== undefined && { cursor };
				const page = await list(client, { limit, ...search, ...place });
				found.push(...(search ? page.data : page.data.filter(matches)));
				cursor = page.next_cursor ?? undefined;
				if (cursor === undefined) break;
			}
			const items = new Map(found.map(toItem).map((item) => [item.value, item]));
			return {
				results: [...items.values()],
				...(cursor !== undefined && { paginationToken: cursor }),
			};
		});
	};

/** Explains why an object is missing. Without a value, choosing it changes nothing. */
const moreExist: INodePropertyOptions = {
	name: 'More Exist. To Choose Them, Enter IDs with an Expression',
	value: '',
};

/** Loads all options of a field in one request from n8n, as many as a person can look through. */
export const createOptionsLoader = <T>({ list, toItem }: Search<T>) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return asEditor(this, async (client) => {
			const options: INodePropertyOptions[] = [];
			let cursor: string | null | undefined;
			for (let pages = 0; pages < maxPages && cursor !== null; pages++) {
				const page: Page<T> = await list(client, { limit, ...(cursor && { cursor }) });
				options.push(...page.data.map(toItem));
				cursor = page.next_cursor;
			}
			options.sort((a, b) => a.name.localeCompare(b.name));
			return cursor === null ? options : [...options, moreExist];
		});
	};

async function asEditor<T>(
	context: ILoadOptionsFunctions,
	work: (client: Client) => Promise<T>,
): Promise<T> {
	try {
		return await work(createClient(await n8nHost(context, budgets.editor)));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
