import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { DeliveryInput } from '../operations/deliveryOperation.ts';
import type { Action } from '../operations/actions.ts';
import type { Shape } from '../operations/output.ts';
import { forDelivery } from '../wait/goal.ts';
import { computeEnd } from '../wait/limitWaitTime.ts';
import type { Deliveries, Tracked } from '../wait/pending.ts';
import { requireLaterEnd } from '../wait/requireLaterEnd.ts';
import { waitMany, type WaitDraft } from '../wait/waitMany.ts';
import { areFinal, listIds, readEvents, selectLatest } from './readLatest.ts';
import { toDeliveryOutput, toRefusedOutput } from './toDeliveryOutput.ts';

interface Draft extends WaitDraft {
	readonly shape: Shape;
}

/**
 * Sends the text of each item, and lets the execution wait until `receiveStatus` resumes it with the
 * final statuses, or until n8n resumes it at the end of the time limit.
 */
export const sendAndWaitForDelivery = (
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> =>
	waitMany<Draft, Tracked>(context, actions, {
		goal: forDelivery,
		readDraft: ({ input, shape }, item) => {
			const { limit_wait_time: limit, deduplication_key: ownKey, ...text } = input as DeliveryInput;
			requireLaterEnd(context, limit, text.send_at, item);
			return { text, ownKey, limit, shape };
		},
		toAwaited: ({ limit, shape }, message) => ({
			message,
			shape,
			until: new Date(computeEnd(limit, message)).toISOString(),
		}),
		toRefused: ({ text, shape }, refusal) => toRefusedOutput(text, refusal, shape),
		begin: (wait, tracked) => {
			const deliveries: Deliveries = { ...wait, tracked };
			return {
				pending: deliveries,
				atLimit: toDeliveryOutput(context.getNode(), deliveries),
				findEnd: async (client) => {
					const latest = selectLatest(await readEvents(client, listIds(deliveries)));
					return areFinal(deliveries, latest)
						? toDeliveryOutput(context.getNode(), deliveries, latest)
						: undefined;
				},
			};
		},
	});
