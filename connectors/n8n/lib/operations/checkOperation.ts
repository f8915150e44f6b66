import { contract, operation } from '@textloom/shared/contract';
import type { Call } from './actions.ts';

const { check } = contract.verification;
const { id, to, code } = check.input.properties;

/** Extends the check of a code with the choice between the phone number and the ID. */
export const checkOperation = operation({
	...check,
	input: {
		...check.input,
		properties: {
			check_by: {
				type: 'string',
				title: 'Check By',
				description: 'How to find the verification',
				enum: ['to', 'id'],
				labels: { to: 'Phone Number', id: 'Verification ID' },
				default: 'to',
				examples: ['to'],
			},
			to: { ...to, title: 'Phone Number', description: 'Phone number that got the code' },
			id,
			code,
		},
	},
});

export const checkCall = ({ check_by: _, ...input }: Call['input']): Call => ({
	operation: check,
	input,
});

export const checkFields = {
	to: { required: true, displayOptions: { show: { checkBy: ['to'] } } },
	id: { required: true, displayOptions: { show: { checkBy: ['id'] } } },
};
