import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Question } from './replyTo.ts';

/**
 * Keeps what was asked with the execution. Its parameters cannot be read again when the reply comes:
 * expressions might give something else by then.
 */
export function remember(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = question;
}

/** What the execution has asked last; undefined where it has asked nothing. */
export function recall(context: IWebhookFunctions): Question | undefined {
	// A webhook gets to the context of its node by an expression alone; a brace would end it.
	const name = JSON.stringify(context.getNode().name)
		.replaceAll('{', '\\u007b')
		.replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${name}].context.question }}`) as unknown as
		Question | undefined;
}
