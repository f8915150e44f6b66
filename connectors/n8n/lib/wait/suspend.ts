import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { savePendingQuestion, type Question, type Questions } from './pendingQuestion.ts';

/**
 * At its own time limit, n8n continues with stored items and runs no code. So the service reports the
 * end of the wait, and the node asks it for all replies. n8n's limit comes later, after the service had
 * time to repeat a delivery that failed. It ends waits whose end the service does not report.
 */
const slackMs = 3_600_000;

/**
 * Lets the execution wait for the replies to its questions.
 *
 * @param withoutReply the output if the service does not report the end of the wait
 */
export async function suspend(
	context: IExecuteFunctions,
	pending: Question | Questions,
	withoutReply: INodeExecutionData[],
): Promise<void> {
	savePendingQuestion(context, pending);
	const given = context.getExecuteData();
	given.data.main = [withoutReply];
	// To continue, n8n disables the node of this entry. Later entries for the same node share the
	// object, and n8n would pass on their input as if the node had succeeded.
	given.node = { ...given.node };
	await context.putExecutionToWait(new Date(Date.parse(pending.until) + slackMs));
}
