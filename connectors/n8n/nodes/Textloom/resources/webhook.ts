import { createActions } from '../../../lib/operations/actions.ts';
import { webhookLocator } from './locators.ts';

const webhook = { fields: { id: webhookLocator } };

/** The trigger node creates and changes its webhooks itself. These operations find out what happened. */
export const webhookActions = createActions('webhook', {
	list: {},
	get: webhook,
	deliveries: webhook,
	test: webhook,
	redeliver: webhook,
	delete: webhook,
});
