import { actionsOf } from '../../../lib/actions.ts';
import { campaignChoice, listChoice } from './choices.ts';
import { senderLocator } from './locators.ts';

const newMessage = {
	required: ['to'],
	open: ['from', 'purpose'],
	hidden: ['contact_id'],
	fields: {
		from: senderLocator,
		text: { hint: 'A segment holds 160 characters, or 70 where there are emoji or other scripts' },
	},
	notice: {
		text: 'Marketing is sent between 8 AM and 9 PM of the recipient; what comes in between waits until then. From US local numbers it may need an approved registration (10DLC).',
		when: { purpose: ['marketing'] as string[] },
	},
} as const;

export const messageActions = actionsOf('message', {
	send: newMessage,
	cancel: {},
	get: {},
	list: { fields: { list_id: listChoice, campaign_id: campaignChoice } },
	preview: newMessage,
});
