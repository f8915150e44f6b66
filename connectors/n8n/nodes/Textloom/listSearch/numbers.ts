import { senderLabel } from '@textloom/shared/connector/labels';
import type { AvailableNumber, PhoneNumber } from '@textloom/shared/contract';
import { createOptionsLoader, createSearch } from '../../../lib/fields/search.ts';

/** Searches the numbers of the account for a sender. Only an active one sends. */
export const searchSenders = createSearch<PhoneNumber>({
	list: async (client, asked) => {
		const page = await client.number.list(asked);
		return { ...page, data: page.data.filter(({ status }) => status === 'active') };
	},
	toItem: (number) => ({ name: senderLabel(number), value: number.number }),
});

const numbers = {
	list: (client, asked) => client.number.list(asked),
	toItem: (number) => ({ name: senderLabel(number), value: number.id }),
} satisfies Parameters<typeof createSearch<PhoneNumber>>[0];

/** Searches the same numbers for one to look up or change. */
export const searchNumbers = createSearch<PhoneNumber>(numbers);
export const getNumbers = createOptionsLoader<PhoneNumber>(numbers);

export const searchAvailableNumbers = createSearch<AvailableNumber>({
	list: async (client, { limit }) => ({
		...(await client.number.available({ limit })),
		next_cursor: null,
	}),
	toItem: ({ number, requires_purchase: isForSale }) => ({
		name: isForSale ? `${number} (for Sale)` : number,
		value: number,
	}),
	exact: async (client, filter) => {
		const contains = filter.replace(/\D/g, '').slice(0, 10);
		return contains === '' ? [] : (await client.number.available({ contains })).data;
	},
});
