import { contactActions } from './contact.ts';
import { listActions } from './list.ts';
import { messageActions } from './message.ts';
import { numberActions } from './number.ts';
import { registrationActions } from './registration.ts';
import { reportActions } from './report.ts';

/** Everything that the node does; what a resource does first is what the editor starts with. */
export const actionsByResource = {
	contact: contactActions,
	list: listActions,
	message: messageActions,
	number: numberActions,
	registration: registrationActions,
	report: reportActions,
};
export const actions = Object.values(actionsByResource).flat();
