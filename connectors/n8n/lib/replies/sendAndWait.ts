import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { requireAnswerableSender } from '@textloom/shared/connector/replies';
import type { Action } from '../operations/actions.ts';
import { forReply } from '../wait/goal.ts';
import type { Questions } from '../wait/pending.ts';
import { waitMany } from '../wait/waitMany.ts';
import { createDraft, createQuestion, type Draft } from './createDraft.ts';
import { findEnd, toWaitOutput } from './outcomes.ts';
import { createOutcome } from './replyTo.ts';
import { requireDistinct } from './requireDistinct.ts';
import type { WaitInput } from './waitOperation.ts';

/**
 * Sends the question of each item, and lets the execution wait until `receiveReplies` resumes it, or
 * until n8n resumes it at the end of the time limit.
 */
export function sendAndWait(
	context: IExecuteFunctions,
	actions: readonly Action[],
): Promise<INodeExecutionData[][]> {
	const wanted: Questions['waitFor'][] = [];
	const asked: Draft['text'][] = [];
	let isShared = false;
	return waitMany(context, actions, {
		goal: forReply,
		readDraft: (request, item) => {
			const input = request.input as WaitInput;
			wanted.push(input.wait_for ?? 'all');
			const draft = createDraft(context, input, item);
			requireDistinct(context, asked, draft.text, item);
			asked.push(draft.text);
			isShared ||= draft.ownKey !== undefined;
			return draft;
		},
		check: async (client, drafts) => {
			const byDefault = drafts.find(({ text }) => text.from === undefined);
			if (byDefault) await requireAnswerableSender(client, byDefault.text);
		},
		toAwaited: (draft, message) => createQuestion(context, draft, message),
		toRefused: ({ text: { to, from, text = '' }, approval }, failure) => {
			const message = { id: null, to: to!, from: from ?? null, text };
			return createOutcome({ message, approval }, { failure });
		},
		begin: (wait, items) => {
			const [waitFor = 'all'] = wanted;
			const questions: Questions = { ...wait, waitFor, items };
			const node = context.getNode();
			return {
				pending: questions,
				atLimit: toWaitOutput(node, questions),
				...(isShared && { findEnd: (client) => findEnd(node, client, questions) }),
			};
		},
	});
}
