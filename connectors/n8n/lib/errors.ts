import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';
import { ApiError } from '@textloom/shared/client';
import type { Field } from './actions.ts';
import { labelOf } from './fields.ts';

interface Said {
	/** What n8n understands of it. */
	readonly cause?: Failure['cause'];
	/** What to do about it in n8n, where that says more than the API's own advice. */
	readonly remedy?: string;
}
const waiting =
	"Turn on 'Retry On Fail' in the settings of this node; no message is sent twice by it.";

/** What the codes of the API mean for someone who works in n8n. */
const table = {
	malformed_json: { cause: 'node-defect' },
	invalid_cursor: {},
	invalid_idempotency_key: { cause: 'node-defect' },
	unauthenticated: {
		cause: 'credential-invalid',
		remedy: "Check the API key in the 'Textloom API' credential of this node.",
	},
	insufficient_scope: {
		cause: 'credential-invalid',
		remedy: "Use an API key with a wider scope in the 'Textloom API' credential of this node.",
	},
	not_found: {},
	method_not_allowed: { cause: 'node-defect' },
	idempotency_in_progress: { cause: 'temporarily-unavailable', remedy: waiting },
	not_cancelable: {},
	number_in_use: {},
	key_in_use: {},
	limit_reached: {},
	webhook_disabled: {},
	payload_too_large: {},
	unsupported_media_type: { cause: 'node-defect' },
	validation_failed: {
		remedy: 'Correct the field that is named, or check the expression that it comes from.',
	},
	idempotency_key_reused: {
		remedy:
			'An earlier attempt of this run has sent this item with other content; run the workflow anew to send it as it is now.',
	},
	recipient_opted_out: {},
	sender_not_owned: { cause: 'configuration-invalid' },
	unregistered_sender: { cause: 'configuration-invalid' },
	no_route: {},
	recipient_not_allowed: {},
	budget_spent: { cause: 'configuration-invalid' },
	opt_in_required: {},
	rate_limited: { cause: 'rate-limited', remedy: waiting },
	internal_error: { cause: 'temporarily-unavailable' },
	unavailable: { cause: 'temporarily-unavailable', remedy: waiting },
	network_error: {
		cause: 'temporarily-unavailable',
		remedy: "Check the base URL in the 'Textloom API' credential, and that the service is running.",
	},
	unexpected_answer: { cause: 'configuration-invalid' },
	aborted: {},
} satisfies Record<ApiError['code'], Said>;

interface Place {
	/** What the fields of the error are called in the editor. */
	readonly fields?: readonly Pick<Field, 'name' | 'property'>[] | undefined;
	readonly itemIndex?: number;
}

/** An error as n8n shows it: the message says what happened and where, the description what to do. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ fields, itemIndex }: Place = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof ApiError)) {
		return new NodeOperationError(node, error as Error, { itemIndex });
	}
	const { code, status, retryable, requestId, fieldErrors, retryAfter } = error;
	const { cause, remedy = error.remedy }: Said = table[code];
	const reason = error.cause instanceof Error ? error.cause.message : undefined;
	// Made of the error itself it would show n8n's own words for the status instead of these.
	const nodeError = new NodeApiError(
		node,
		{},
		{
			message: atItem(whatHappened(error, fields), itemIndex),
			description: reason === undefined ? remedy : `${remedy} n8n says: ${reason}`,
			...(status > 0 && { httpCode: String(status) }),
			...(itemIndex !== undefined && { itemIndex }),
			...(cause && { failure: failureOf(cause, retryAfter) }),
		},
	);
	nodeError.context.data = {
		code,
		status,
		retryable,
		...(requestId !== undefined && { request_id: requestId }),
		...(fieldErrors.length > 0 && { fields: fieldErrors }),
	};
	return nodeError;
}

export const atItem = (sentence: string, itemIndex?: number): string =>
	itemIndex === undefined ? sentence : `${sentence} [item ${itemIndex}]`;

/** Names the fields at fault as the editor does. What to do is said elsewhere, so it is left out. */
function whatHappened(
	{ message, remedy, fieldErrors }: ApiError,
	fields: Place['fields'] = [],
): string {
	if (fieldErrors.length === 0) return message.replace(remedy, '').trim().replace(/\.$/, '');
	return fieldErrors
		.map(({ pointer, detail }) => {
			const [name = '', ...below] = pointer.split('/').slice(1);
			const field = fields.find((one) => one.name === name);
			const label = field?.property.displayName ?? labelOf(name);
			const within = below.filter((part) => /\D/.test(part)).map(labelOf);
			return `'${[label, ...within].join(' → ')}' ${detail}`;
		})
		.join(' and ');
}

const failureOf = (cause: Failure['cause'], retryAfter: number | undefined): Failure =>
	retryAfter === undefined || !isTimed(cause)
		? { cause }
		: { cause, retryAfterMs: retryAfter * 1000 };

const isTimed = (cause: Failure['cause']) =>
	cause === 'rate-limited' || cause === 'quota-exhausted' || cause === 'temporarily-unavailable';
