import { deduplicationKeyFields, sentSchema } from '@textloom/shared/connector/deduplicate';
import { contract, operation, type Input } from '@textloom/shared/contract';

const { send } = contract.message;

export const deduplicationKeys = deduplicationKeyFields({
	map: 'The ID of the record that starts the workflow',
	repeats: 'the workflow runs again for the same record',
	templateHint: 'must not contain {{. To insert a value, switch the field to Expression',
});

/** Extends the send operation of the contract with a field for deduplication. */
export const sendOperation = operation({
	...send,
	input: {
		...send.input,
		properties: { ...send.input.properties, deduplication_key: deduplicationKeys.message },
	},
	output: sentSchema,
});
export type SendInput = Input<typeof sendOperation> & { readonly to: string };
