import { createActions } from '../../../lib/operations/actions.ts';
import { campaignChoice, listChoice } from './choices.ts';

export const reportActions = createActions('report', {
	get: {
		topLevel: ['start', 'end', 'interval', 'group_by'],
		fields: { list_id: listChoice, campaign_id: campaignChoice },
	},
});
