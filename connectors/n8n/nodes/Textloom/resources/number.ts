import { createActions } from '../../../lib/operations/actions.ts';
import { campaignChoice } from './choices.ts';
import { availableNumberLocator, numberLocator } from './locators.ts';

const settings = {
	campaign_id: campaignChoice,
	// Users add the field to make the number the default.
	default: { displayName: 'Default Sender', default: true },
	messages_per_second: {
		description: 'Maximum rate of messages from this number; messages above this rate wait',
	},
};

export const numberActions = createActions('number', {
	list: {},
	available: { topLevel: ['country'] },
	get: { fields: { id: numberLocator } },
	provision: { fields: { number: availableNumberLocator, ...settings } },
	release: { fields: { id: numberLocator } },
	update: { fields: { id: numberLocator, ...settings } },
});
