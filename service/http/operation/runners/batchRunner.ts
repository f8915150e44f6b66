import { runOnce } from '../../../core/idempotency.ts';
import type { Result } from '../../../core/idempotencyKeys.ts';
import type { BatchHandler } from '../../../handlers/handlers.ts';
import { createGroupCommit } from '../../../store/groupCommit.ts';
import {
  toResult,
  toScope,
  toUnitOfWork,
  type RequestWithKey,
  type Runner,
  type Target,
} from '../transaction.ts';

/** The maximum number of requests in one transaction. Each request prolongs its locks. */
const maxBatch = 128;

/** Runs the requests that an account makes at the same time in one transaction. */
export function createBatchRunner(
  target: Target,
  { batch }: BatchHandler<unknown, unknown>,
): Runner {
  const runInGroup = createGroupCommit<RequestWithKey, Result<unknown>>(
    target.context.db,
    maxBatch,
    (trx, requests, afterCommit) => {
      const transaction = { ...target, trx, requests, afterCommit };
      const keyed = requests.map((request) => request.keyed);
      return runOnce(toScope(transaction), keyed, async (indexes) => {
        const inputs = indexes.map((index) => requests[index]!.input);
        const bodies = await batch(toUnitOfWork(transaction), inputs);
        return bodies.map((body) => toResult(target, body));
      });
    },
  );
  return (request) => runInGroup(request.caller.account.id, request);
}
