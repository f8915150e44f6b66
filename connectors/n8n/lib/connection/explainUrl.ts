import { NodeOperationError, type INode } from 'n8n-workflow';
import { ApiError } from '@textloom/shared/client';

interface Webhook {
	readonly url: string;
	/** Says what the service delivers, and what follows if it cannot. */
	readonly what: string;
	readonly effect?: string;
	readonly itemIndex?: number;
}

/**
 * Returns an error that says how to change the URL of a webhook if the service rejects it, because no
 * field of a node contains this URL. Returns any other error unchanged.
 */
export function explainUrl(
	node: INode,
	error: unknown,
	{ url, what, effect = '', itemIndex }: Webhook,
): unknown {
	if (!(error instanceof ApiError) || error.field !== 'url') return error;
	const { origin } = new URL(url);
	const sentence = `The service cannot deliver ${what} to this n8n at ${origin}${effect}`;
	const [{ detail } = { detail: error.message }] = error.fieldErrors;
	return new NodeOperationError(node, sentence, {
		description: `Set WEBHOOK_URL to a public URL of n8n. The service rejects the current one: ${detail}.`,
		...(itemIndex !== undefined && { itemIndex }),
	});
}
