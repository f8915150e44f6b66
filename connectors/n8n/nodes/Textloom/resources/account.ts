import { createActions } from '../../../lib/operations/actions.ts';

export const accountActions = createActions('account', {
	get: {},
	update: {
		fields: {
			replies: { hint: 'Replaces all of your replies' },
			keywords: { hint: 'Replaces all of your keywords' },
		},
		notice: { text: "The API key needs the scope 'admin' for this operation." },
	},
});
