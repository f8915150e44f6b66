import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import type { Schema } from '@textloom/shared/contract';
import { InvalidValue } from '../fields/invalidValue.ts';
import { toApiValue } from '../fields/values.ts';

/** Converts the value of a parameter for the API, and throws if the API would not accept it. */
export function readParameter(
	context: IHookFunctions | IWebhookFunctions,
	label: string,
	schema: Schema,
	parameter: unknown,
): unknown {
	try {
		return toApiValue(schema, parameter, context.getTimezone());
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
		throw new NodeOperationError(context.getNode(), `'${label}' ${error.message}`, {
			description: error.remedy,
		});
	}
}
