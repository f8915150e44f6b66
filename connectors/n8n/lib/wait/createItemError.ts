import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { atItem } from '../connection/errors.ts';

/** Returns an error about an item. Its message names the item if there are several. */
export const createItemError = (
	context: IExecuteFunctions,
	message: string,
	{
		description = 'Fill it in, or check its expression.',
		item,
	}: { readonly description?: string; readonly item?: number | undefined },
) =>
	new NodeOperationError(context.getNode(), atItem(message, item), {
		description,
		itemIndex: item ?? 0,
	});
