import { createAction, createActions } from '../../../lib/operations/actions.ts';
import { redeliverCall, redeliverOperation } from '../../../lib/operations/redeliverOperation.ts';
import { webhookLocator } from './locators.ts';

const webhook = { fields: { id: webhookLocator } };

/** The trigger node creates and changes its webhooks itself. These operations find out what happened. */
export const webhookActions = [
	...createActions('webhook', {
		list: {},
		get: webhook,
		deliveries: webhook,
		test: webhook,
		delete: webhook,
	}),
	createAction('webhook', 'redeliver', redeliverOperation, { ...webhook, toCall: redeliverCall }),
];
