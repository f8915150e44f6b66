import { ApiError } from '@textloom/shared/client';
import { contactLabel } from '@textloom/shared/connector/labels';
import { contract, type Contact } from '@textloom/shared/contract';
import { createSearch } from '../../../lib/fields/search.ts';

const phone = new RegExp(contract.contact.upsert.input.properties.phone.pattern, 'u');

export const searchContacts = createSearch<Contact>({
	list: (client, asked) => client.contact.list(asked),
	toItem: (contact) => ({ name: contactLabel(contact), value: contact.id }),
	isAtApi: true,
	exact: async (client, filter) => {
		const asked = [
			{ external_id: filter },
			...(filter.includes('@') ? [{ email: filter }] : []),
			...(phone.test(filter) ? [{ phone: filter }] : []),
		];
		const pages = await Promise.all(asked.map((by) => client.contact.list(by).catch(unlessHalf)));
		return pages.flatMap(({ data }) => data);
	},
});

/** Ignores an email address or a number that is not valid yet because the user is still typing. */
function unlessHalf(error: unknown): { readonly data: readonly Contact[] } {
	if (error instanceof ApiError && error.code === 'validation_failed') return { data: [] };
	throw error;
}
