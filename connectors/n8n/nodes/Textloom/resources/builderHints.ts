import type { IBuilderHint } from 'n8n-workflow';

/** Tells n8n's AI builder what people learn from the editor. It sees no notices and no hints. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Sends and receives SMS through a self-hosted Textloom service. For one text per item, use message: send without a loop: it sends all items in one request and never twice. For an approval or a question by SMS, use message: sendAndWait instead of a Wait node. To continue only when it is known whether a text arrived, use message: sendAndWaitForDelivery. To look at a text without sending it, use message: preview. For one text to many contacts of Textloom, use broadcast: send once, with no loop and one input item. To reply to an incoming text, use conversation: reply with its conversation_id. For sign-in codes, use verification: sendCode and checkCode; never generate codes yourself.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-textloom.textloomTrigger',
			relationHint:
				'Starts the workflow on incoming SMS, delivery statuses, opt-outs, reviews and the end of broadcasts',
		},
		{
			nodeType: 'n8n-nodes-base.httpRequest',
			relationHint: 'Calls other paths of the Textloom API with the same credential',
		},
	],
};

const hint = (propertyHint: string) => ({ builderHint: { propertyHint } });

/** Hints for fields that a builder fills in wrongly without them. */
export const hints = {
	to: hint(
		"One phone number with its country code, such as +12025550123; one item per recipient. In a tool of an agent, use $fromAI or {{ $('Node').first().json.phone }}, never $json or .item",
	),
	from: hint('Leave empty to use the default number of the account'),
	purpose: hint(
		'Use marketing for offers and newsletters, which Textloom holds during quiet hours; otp for codes; alert for on-call messages; notification for everything else',
	),
	text: hint(
		'Merge fields such as {{first_name|there}} insert a field of each contact; keep them as they are. {{ $json.field }} is the same for all contacts of a broadcast',
	),
	wait_for: hint(
		'With several items, one question goes to each. Use first if any of the people can decide, such as several approvers, and firstApproval if only an approval does',
	),
	csv: hint('Set binaryData to false to use this text; otherwise, the file comes from binary data'),
} as const;
