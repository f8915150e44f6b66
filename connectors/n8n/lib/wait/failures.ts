import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ApiError } from '@textloom/shared/client';
import { toNodeError } from '../connection/errors.ts';
import { errorItem } from '../execute/errorItem.ts';
import type { Action } from '../operations/actions.ts';

/** The output of an item whose text was not sent. */
export interface Failed {
	readonly failed: IDataObject;
}

/** Why the service refused a text, with the fields of the failure of a message. */
export interface Refusal {
	readonly code: string;
	readonly message: string;
	readonly carrier_code: null;
	readonly retryable: boolean;
}

export interface Failures {
	/** Returns the output of an item that fails, or throws if the workflow must stop. */
	readonly failedAt: (item: number, error: unknown, hasOwnKey?: boolean) => Failed;
	/** Describes why the service refused a text. */
	readonly toRefusal: (problem: ApiError, hasOwnKey: boolean) => Refusal;
}

export function createFailures(
	context: IExecuteFunctions,
	fields: Action['fields'] | undefined,
): Failures {
	const node = context.getNode();
	return {
		failedAt: (item, error, hasOwnKey = false) => {
			const nodeError = toNodeError(node, error, { fields, hasOwnKey, itemIndex: item });
			if (!context.continueOnFail()) throw nodeError;
			return { failed: errorItem(nodeError, item).json };
		},
		toRefusal: (problem, hasOwnKey) => {
			const { code, retryable } = problem;
			const { message } = toNodeError(node, problem, { fields, hasOwnKey });
			return { code, message, carrier_code: null, retryable };
		},
	};
}
