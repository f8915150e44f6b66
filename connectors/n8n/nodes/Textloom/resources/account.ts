import { actionsOf } from '../../../lib/operations/actions.ts';

export const accountActions = actionsOf('account', {
	get: {},
	update: {
		fields: {
			replies: { hint: 'Replaces all of your replies' },
			keywords: { hint: 'Replaces all of your keywords' },
		},
		notice: { text: "The API key needs the scope 'admin' for this operation.", when: {} },
	},
});
