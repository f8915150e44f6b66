import { contract } from '@textloom/shared/contract';
import { createAction, createActions } from '../../../lib/operations/actions.ts';
import {
	audienceFields,
	broadcastCall,
	createBroadcast,
	previewBroadcast,
} from '../../../lib/operations/broadcastOperations.ts';
import { hints } from './builderHints.ts';
import { excludedListsChoice, listsChoice, segmentHint } from './choices.ts';
import { broadcastLocator, senderLocator } from './locators.ts';

const newBroadcast = {
	topLevel: ['send_to', 'list_ids', 'list_filter', 'filter', 'from', 'text'],
	conditions: ['list_filter', 'filter', 'exclude_list_ids'],
	recipients: ['send_to', 'list_ids', 'exclude_list_ids', 'list_filter', 'filter'],
	fields: {
		list_ids: { ...listsChoice, ...audienceFields.list_ids },
		list_filter: audienceFields.list_filter,
		filter: audienceFields.filter,
		exclude_list_ids: excludedListsChoice,
		from: { ...senderLocator, ...hints.from },
		text: { ...hints.text, hint: segmentHint },
	},
	notice: {
		text: 'Each contact gets the message once. Merge fields such as {{first_name|there}} insert a field of the contact. The editor shows a wrong value for them, but Textloom gets them as you write them.',
	},
} as const;

const broadcast = { fields: { id: broadcastLocator } };

export const broadcastActions = [
	createAction('broadcast', 'send', createBroadcast, {
		...newBroadcast,
		toCall: broadcastCall(contract.broadcast.create),
	}),
	createAction('broadcast', 'preview', previewBroadcast, {
		...newBroadcast,
		toCall: broadcastCall(contract.broadcast.preview),
	}),
	...createActions('broadcast', {
		cancel: broadcast,
		get: broadcast,
		list: {},
		recipients: broadcast,
		pause: broadcast,
		resume: { ...broadcast, recipients: ['id'] },
		reschedule: broadcast,
	}),
];
