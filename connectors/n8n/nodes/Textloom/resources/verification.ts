import { createAction, createActions } from '../../../lib/operations/actions.ts';
import { checkCall, checkFields, checkOperation } from '../../../lib/operations/checkOperation.ts';
import { hints } from './builderHints.ts';
import { senderLocator } from './locators.ts';

const verification = {
	fields: { id: { description: 'ID of the verification, from Send Code or from Get Many' } },
};

export const verificationActions = [
	...createActions('verification', {
		start: {
			topLevel: ['from'],
			recipients: ['to'],
			fields: { from: { ...senderLocator, ...hints.from } },
		},
	}),
	createAction('verification', 'check', checkOperation, {
		topLevel: ['check_by', 'to', 'id'],
		fields: { to: checkFields.to, id: { ...verification.fields.id, ...checkFields.id } },
		toCall: checkCall,
	}),
	...createActions('verification', {
		cancel: verification,
		get: verification,
		list: {},
		prefixes: {},
		unblock: {
			fields: { prefix: { description: 'First digits of the phone numbers, from Get Prefixes' } },
		},
	}),
];
