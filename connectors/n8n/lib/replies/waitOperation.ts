import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { contract, limits, operation, schema, type Input } from '@textloom/shared/contract';
import { deduplicationKeys } from '../operations/sendOperation.ts';
import { createLimitWaitTime, limitProperty } from '../wait/limitWaitTime.ts';
import { replySchema } from './replyTo.ts';

const { send } = contract.message;

const limitWaitTime = createLimitWaitTime('the reply');

/** The words that people reply with most. The first ones are those that the texts name. */
const defaultWords = {
	approve: 'YES, Y, OK, OKAY, YEP, YUP, YEAH, SURE, SURE THING, CONFIRM, CONFIRMED, 👍',
	decline: 'NO, N, NOPE, NAH, 👎',
};

const words = (title: string, verb: string, example: string) =>
	schema({
		type: 'string',
		title,
		description: `Words at the beginning of a reply that ${verb}, separated by commas (not case-sensitive)`,
		examples: [example],
	});

/** Extends the send operation of the contract with the inputs to wait for the reply. */
export const waitOperation = operation({
	...send,
	summary: 'Send message and wait for reply',
	description: 'Sends a text message and pauses the workflow until the recipient replies',
	input: {
		...send.input,
		properties: {
			...send.input.properties,
			response_type: {
				type: 'string',
				title: 'Response Type',
				description: 'Which replies end the wait',
				enum: ['approval', 'freeText'],
				labels: { approval: 'Approval', freeText: 'Free Text' },
				default: 'approval',
				examples: ['approval'],
			},
			approve_words: words('Approve Words', 'approve', 'YES, Y, OK'),
			decline_words: words('Decline Words', 'decline', 'NO, N'),
			append_instructions: {
				type: 'boolean',
				title: 'Append Reply Instructions',
				description:
					'Whether to add how to reply, such as "Reply YES or NO", unless the message contains the first approve word and the first decline word; this text counts in segments',
				default: true,
				examples: [true],
			},
			ask_again: {
				...send.input.properties.text,
				title: 'Ask Again',
				description:
					'Text to send once if a reply is unclear; by default, it asks for the first approve word or the first decline word; add this field and leave it empty to send none',
				examples: ['Please reply YES or NO'],
			},
			wait_for: {
				type: 'string',
				title: 'Wait For',
				description:
					'Which replies end the wait if the node gets several items; each item has its own question; STOP and unclear replies are not a first reply',
				enum: ['all', 'first', 'firstApproval'],
				labels: { all: 'All Replies', first: 'First Reply', firstApproval: 'First Approval' },
				default: 'all',
				examples: ['all'],
			},
			limit_wait_time: limitWaitTime,
			deduplication_key: {
				...deduplicationKeys.message,
				description: `A value that is new for each decision, such as the ID of the request; with a key that was used in the last ${limits.idempotencyHours} hours, the node does not ask again and gets the reply to the earlier question, even an approval`,
			},
		},
		// The text is the question.
		required: ['text'],
	},
	output: replySchema,
});
export type WaitInput = Input<typeof waitOperation>;

const approval = { show: { responseType: ['approval'] } };
const inApproval = { displayOptions: { show: { '/responseType': ['approval'] } } };

/** Describes the additional fields in the editor, with the names of n8n's human review. */
export const waitFields = {
	text: {
		displayName: 'Message',
		name: 'message',
		placeholder: 'e.g. Restart the server?',
	},
	approve_words: { default: defaultWords.approve, displayOptions: approval },
	decline_words: { default: defaultWords.decline, displayOptions: approval },
	append_instructions: inApproval,
	ask_again: inApproval,
	limit_wait_time: limitProperty(limitWaitTime),
} satisfies Record<string, Partial<INodeProperties>>;

/**
 * Corrects n8n, which says for this operation of any node that it runs only for the first input item.
 * n8n has no setting to remove that hint.
 */
export const manyItemsHint: NodeHint = {
	message:
		"All items are asked, with one question each. n8n's note about the first input item does not apply to Textloom. 'Wait For' sets whether the workflow waits for all replies or for the first one.",
	displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
	location: 'outputPane',
};
