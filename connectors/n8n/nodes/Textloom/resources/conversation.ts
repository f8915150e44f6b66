import { createAction, createActions } from '../../../lib/operations/actions.ts';
import {
	closeConversation,
	reopenConversation,
	replyOperation,
	statusCall,
} from '../../../lib/operations/conversationOperations.ts';
import { hints } from './builderHints.ts';
import { insertContactFields } from './choices.ts';
import { conversationLocator, senderLocator } from './locators.ts';

const conversation = { fields: { id: conversationLocator } };

export const conversationActions = [
	createAction('conversation', 'reply', replyOperation, {
		fields: { ...conversation.fields, merge_fields: insertContactFields },
		topLevel: ['text'],
		recipients: ['id'],
	}),
	...createActions('conversation', {
		get: conversation,
		list: {
			fields: {
				unread: {
					default: true,
					description:
						'Whether to return only conversations with unread messages (on) or only those without (off)',
				},
				search: {
					description:
						"Only conversations whose phone number, contact name or last message contains this text; to search very old ones as well, turn on 'Return All'",
				},
			},
		},
		messages: conversation,
		read: conversation,
		open: {
			required: ['phone'],
			topLevel: ['number'],
			hidden: ['contact_id'],
			fields: { number: { ...senderLocator, ...hints.from } },
		},
	}),
	createAction('conversation', 'close', closeConversation, {
		...conversation,
		toCall: statusCall('closed'),
	}),
	createAction('conversation', 'reopen', reopenConversation, {
		...conversation,
		toCall: statusCall('open'),
	}),
];
