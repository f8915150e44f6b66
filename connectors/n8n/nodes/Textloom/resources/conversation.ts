import { actionOf, actionsOf } from '../../../lib/operations/actions.ts';
import {
	closeConversation,
	reopenConversation,
	replyOperation,
	statusCall,
} from '../../../lib/operations/conversationOperations.ts';
import { hints } from './builderHints.ts';
import { conversationLocator, senderLocator } from './locators.ts';

const conversation = { fields: { id: conversationLocator } };

export const conversationActions = [
	actionOf('conversation', 'reply', replyOperation, {
		...conversation,
		open: ['text'],
		recipients: ['id'],
	}),
	...actionsOf('conversation', {
		get: conversation,
		list: {},
		messages: conversation,
		read: conversation,
		open: {
			required: ['phone'],
			open: ['number'],
			hidden: ['contact_id'],
			fields: { number: { ...senderLocator, ...hints.from } },
		},
	}),
	actionOf('conversation', 'close', closeConversation, {
		...conversation,
		callOf: statusCall('closed'),
	}),
	actionOf('conversation', 'reopen', reopenConversation, {
		...conversation,
		callOf: statusCall('open'),
	}),
];
