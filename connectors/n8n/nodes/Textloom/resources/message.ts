import { createAction, createActions } from '../../../lib/operations/actions.ts';
import { deliveryFields, deliveryOperation } from '../../../lib/operations/deliveryOperation.ts';
import { sendOperation } from '../../../lib/operations/sendOperation.ts';
import { waitFields, waitOperation } from '../../../lib/replies/waitOperation.ts';
import { hints } from './builderHints.ts';
import {
	broadcastChoice,
	campaignChoice,
	insertContactFields,
	listChoice,
	segmentHint,
} from './choices.ts';
import { senderLocator } from './locators.ts';

const newMessage = {
	required: ['to'],
	topLevel: ['from', 'purpose', 'text'],
	hidden: ['contact_id'],
	recipients: ['to'],
	fields: {
		to: hints.to,
		from: { ...senderLocator, ...hints.from },
		purpose: hints.purpose,
		merge_fields: insertContactFields,
		text: { hint: segmentHint },
	},
	notice: {
		text: "Textloom holds marketing messages during the quiet hours of your account, in the recipient's time zone (9 PM to 8 AM by default). From US local numbers, they may need an approved registration (10DLC).",
		when: { purpose: ['marketing'] as string[] },
	},
} as const;

export const messageActions = [
	createAction('message', 'send', sendOperation, newMessage),
	...createActions('message', {
		cancel: {},
		reschedule: {},
		get: {},
		attempts: {},
		list: {
			fields: {
				list_id: listChoice,
				campaign_id: campaignChoice,
				broadcast_id: broadcastChoice,
				phone: {
					description:
						"Only messages to or from this phone number; for a number that your account no longer has, use 'From'",
				},
				search: {
					description:
						"Only messages whose text contains this text, or whose numbers contain these digits; to search very old ones as well, turn on 'Return All'",
				},
			},
		},
		preview: newMessage,
	}),
	createAction('message', 'sendAndWaitForDelivery', deliveryOperation, {
		...newMessage,
		fields: { ...newMessage.fields, ...deliveryFields },
	}),
	createAction('message', 'sendAndWait', waitOperation, {
		...newMessage,
		topLevel: [...newMessage.topLevel, 'response_type', 'approve_words', 'decline_words'],
		fields: {
			...newMessage.fields,
			...waitFields,
			wait_for: hints.wait_for,
			text: { ...newMessage.fields.text, ...waitFields.text },
		},
	}),
];
