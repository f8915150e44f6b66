import { accountActions } from './account.ts';
import { broadcastActions } from './broadcast.ts';
import { consentActions } from './consent.ts';
import { contactActions } from './contact.ts';
import { conversationActions } from './conversation.ts';
import { eventActions } from './event.ts';
import { listActions } from './list.ts';
import { messageActions } from './message.ts';
import { numberActions } from './number.ts';
import { registrationActions } from './registration.ts';
import { reportActions } from './report.ts';
import { reviewActions } from './review.ts';
import { verificationActions } from './verification.ts';
import { webhookActions } from './webhook.ts';

/** Lists everything that the node does. The editor starts with the first operation of a resource. */
export const actionsByResource = {
	account: accountActions,
	broadcast: broadcastActions,
	consent: consentActions,
	contact: contactActions,
	conversation: conversationActions,
	event: eventActions,
	list: listActions,
	message: messageActions,
	number: numberActions,
	registration: registrationActions,
	report: reportActions,
	review: reviewActions,
	verification: verificationActions,
	webhook: webhookActions,
};
export const actions = Object.values(actionsByResource).flat();
