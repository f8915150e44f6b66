import { contactActions } from './contact.ts';
import { listActions } from './list.ts';
import { messageActions } from './message.ts';
import { numberActions } from './number.ts';
import { registrationActions } from './registration.ts';
import { reportActions } from './report.ts';

/** Lists everything that the node does. The editor starts with the first operation of a resource. */
export const actionsByResource = {
	contact: contactActions,
	list: listActions,
	message: messageActions,
	number: numberActions,
	registration: registrationActions,
	report: reportActions,
};
export const actions = Object.values(actionsByResource).flat();
