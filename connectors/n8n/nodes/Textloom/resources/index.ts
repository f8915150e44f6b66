import { accountActions } from './account.ts';
import { contactActions } from './contact.ts';
import { eventActions } from './event.ts';
import { listActions } from './list.ts';
import { messageActions } from './message.ts';
import { numberActions } from './number.ts';
import { registrationActions } from './registration.ts';
import { reportActions } from './report.ts';
import { webhookActions } from './webhook.ts';

/** Lists everything that the node does. The editor starts with the first operation of a resource. */
export const actionsByResource = {
	account: accountActions,
	contact: contactActions,
	event: eventActions,
	list: listActions,
	message: messageActions,
	number: numberActions,
	registration: registrationActions,
	report: reportActions,
	webhook: webhookActions,
};
export const actions = Object.values(actionsByResource).flat();
