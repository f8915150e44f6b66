import { contract } from '@textloom/shared/contract';
import { createActions } from '../../../lib/operations/actions.ts';

const { replies, keywords, retention } = contract.account.update.input.properties;

/** n8n shows no hint below a group, so the description also says what the group replaces. */
const replaces = ({ description }: { readonly description: string }, what: string) => ({
	description: `${description}; replaces ${what}`,
});

export const accountActions = createActions('account', {
	get: {},
	update: {
		fields: {
			replies: replaces(replies, 'all of your replies'),
			keywords: replaces(keywords, 'all of your keywords'),
			retention: replaces(retention, 'all three values'),
		},
	},
});
