import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ApiError } from '@textloom/shared/client';
import { toNodeError } from '../connection/errors.ts';
import { errorItem } from '../execute/errorItem.ts';
import type { Action } from '../operations/actions.ts';
import type { Draft } from './createDraft.ts';
import { createOutcome } from './replyTo.ts';

/** The output of an item whose question was not sent. */
export interface Failed {
	readonly failed: IDataObject;
}

export interface Failures {
	/** Returns the output of an item that fails, or throws if the workflow must stop. */
	readonly failedAt: (item: number, error: unknown, hasOwnKey?: boolean) => Failed;
	/** Returns the output of a question that the service refused, like one that did not arrive. */
	readonly refused: (draft: Draft, problem: ApiError) => Failed;
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
		refused: ({ text, ownKey, approval }, problem) => {
			const { code, retryable } = problem;
			const { message } = toNodeError(node, problem, { fields, hasOwnKey: ownKey !== undefined });
			const asked = { id: null, to: text.to!, from: text.from ?? null, text: text.text ?? '' };
			const failure = { code, message, carrier_code: null, retryable };
			return { failed: createOutcome({ message: asked, approval }, { failure }) };
		},
	};
}
