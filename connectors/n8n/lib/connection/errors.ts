import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';
import { ApiError } from '@textloom/shared/client';
import { reusedKey } from '@textloom/shared/connector/deduplicate';
import {
	errorKinds,
	explainError,
	namesIn,
	toSentence,
	type ErrorKind,
	type Wording,
	type Wordings,
} from '@textloom/shared/connector/errors';
import { basePath, errors, titleCase } from '@textloom/shared/contract';
import type { Field } from '../operations/actions.ts';

const retryOnFail =
	"Turn on 'Retry On Fail' in the settings of this node. Retries never send a message twice.";
const baseUrl = `Check the base URL in the 'Textloom API' credential. It must end with ${basePath}.`;

const mayBeMissing =
	"If the object may not exist, use 'Get Many' with a filter, and turn on 'Always Output Data' in its settings.";

/** Replaces the advice of the API for errors with more specific advice for n8n. */
const wordings: Wordings = {
	invalid_cursor: { remedy: 'Load the list again.' },
	unauthenticated: {
		remedy: "Check the API key in the 'Textloom API' credential of this node.",
	},
	insufficient_scope: {
		remedy: "In the 'Textloom API' credential of this node, use an API key with a wider scope.",
	},
	not_found: { remedy: `Check the ID. ${mayBeMissing}` },
	idempotency_in_progress: { remedy: retryOnFail },
	validation_failed: {
		remedy: 'Correct the field, or check its expression.',
	},
	idempotency_key_reused: {
		remedy:
			'An earlier attempt of this run sent this item with different content. To send the current content, start a new run.',
	},
	media_not_supported: {
		remedy: "Remove the 'Media URLs', or choose another sender in 'From'.",
	},
	too_many_verifications: {
		remedy: 'Wait a minute, then send the code again.',
	},
	rate_limited: { remedy: retryOnFail },
	unavailable: { remedy: retryOnFail },
	unconfirmed: { remedy: retryOnFail },
	network_error: {
		remedy: "Check the base URL in the 'Textloom API' credential, and that the service is running.",
	},
	unexpected_response: { remedy: baseUrl },
	unknown_path: { remedy: `${baseUrl} If it does, update the service.` },
};

/** Most people look a contact up to find out whether they may text it. */
const contactNotFound: Wording = {
	remedy: `Check the phone number or the ID. ${mayBeMissing} To find out whether somebody has opted out, use the operation 'Preview' of 'Message'.`,
};

const listNotFound: Wording = { remedy: `Check the name or the ID. ${mayBeMissing}` };

/** Says more than that there is no such verification. */
const codeNotFound: Wording = {
	remedy: 'Send a code to this number first. If you check by ID, check the ID.',
};

/** Maps the kinds of errors to n8n's names for them. */
const causes: { readonly [kind in ErrorKind]: Failure['cause'] | undefined } = {
	connector: 'node-defect',
	credential: 'credential-invalid',
	configuration: 'configuration-invalid',
	temporary: 'temporarily-unavailable',
	rate_limit: 'rate-limited',
	input: undefined,
};

interface Place {
	/** The fields with their labels in the editor. */
	readonly fields?: readonly Pick<Field, 'name' | 'property'>[] | undefined;
	/** Whether the user chose the idempotency key. */
	readonly hasOwnKey?: boolean;
	readonly itemIndex?: number;
}

/** Returns true if an error is in the form that n8n shows to users. */
export const isNodeError = (error: unknown): error is NodeApiError | NodeOperationError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/**
 * Converts an error for n8n. The message says what happened and where, and the description says
 * what to do.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{ fields, hasOwnKey = false, itemIndex }: Place = {},
): NodeApiError | NodeOperationError {
	if (isNodeError(error)) return error;
	if (!(error instanceof ApiError)) {
		return new NodeOperationError(node, error as Error, { itemIndex });
	}
	const { code, status, retryable, requestId, fieldErrors, retryAfter } = error;
	const cause = causes[errorKinds[code]];
	const wording = chooseWording(error, { fields, hasOwnKey });
	const { problems, remedy } = explainError(error, wording, (path) => quotedLabel(path, fields));
	const { message, advice } = separate(code, problems.join('; '), remedy);
	const reason = error.cause instanceof Error ? error.cause.message : undefined;
	// With the original error, n8n would show its own words for the status instead of these.
	const nodeError = new NodeApiError(
		node,
		{},
		{
			message: atItem(message, itemIndex),
			description: reason === undefined ? advice : `${advice} n8n says: ${reason}`,
			...(status > 0 && { httpCode: String(status) }),
			...(itemIndex !== undefined && { itemIndex }),
			...(cause && { failure: createFailure(cause, retryAfter) }),
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

const titles: { readonly [code: string]: { readonly title: string } | undefined } = {
	...errors,
	not_cancelable: { title: 'It is too late to cancel the message' },
};

/**
 * Returns the message of an error, and what follows it. n8n reports an execution as canceled if the
 * message of its error contains this word.
 */
function separate(code: ApiError['code'], happened: string, remedy: string) {
	if (code === 'aborted' || !happened.includes('canceled'))
		return { message: happened, advice: remedy };
	const message = titles[code]?.title ?? 'The service refused the request';
	return { message, advice: `${toSentence(happened)} ${remedy}`.trim() };
}

function chooseWording({ code, message }: ApiError, { fields = [], hasOwnKey }: Place): Wording {
	if (hasOwnKey && code === 'idempotency_key_reused') return reusedKey;
	const hasField = (name: string) => fields.some(({ property }) => property.name === name);
	if (code === 'not_found' && message.includes('no such contact')) return contactNotFound;
	if (code === 'not_found' && message.includes('no such list')) return listNotFound;
	if (code === 'not_found' && hasField('checkBy')) return codeNotFound;
	return wordings[code] ?? {};
}

/** Adds what to do to the message of an error, for readers who do not get its description. */
export function addAdvice(error: NodeApiError | NodeOperationError): void {
	const { description } = error;
	if (description && !error.message.includes(description)) error.message += `. ${description}`;
}

export const atItem = (sentence: string, itemIndex?: number): string =>
	itemIndex === undefined ? sentence : `${sentence} [item ${itemIndex}]`;

/**
 * Returns the label of a field in the editor. The editor may show it on its own, although the API has
 * it within an object, as with the lists of an audience.
 */
function quotedLabel(path: readonly string[], fields: Place['fields'] = []): string {
	const findField = (name: string) => fields.find((one) => one.name === name);
	const start = path.findIndex((name) => findField(name) !== undefined);
	const [name = '', ...below] = path.slice(Math.max(start, 0));
	const label = findField(name)?.property.displayName ?? titleCase(name);
	return `'${[label, ...namesIn(below).map(titleCase)].join(' → ')}'`;
}

const createFailure = (cause: Failure['cause'], retryAfter: number | undefined): Failure =>
	retryAfter === undefined || !isTimed(cause)
		? { cause }
		: { cause, retryAfterMs: retryAfter * 1000 };

const isTimed = (cause: Failure['cause']) =>
	cause === 'rate-limited' || cause === 'temporarily-unavailable';
