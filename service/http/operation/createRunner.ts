import { isAudited, takesIdempotencyKey } from '@textloom/shared/contract';
import { limitRuns } from '../../concurrency/limitRuns.ts';
import { composeNames } from '../../core/composeNames.ts';
import type { OperationResponse } from '../../core/idempotencyKeys.ts';
import { withDefaults } from '../../core/withDefaults.ts';
import { withInstants } from '../../core/withInstants.ts';
import { ServiceError } from '../../errors/serviceError.ts';
import type { Handler } from '../../handlers/handlers.ts';
import type { ValidRequest } from './auditRequest.ts';
import { readIdempotencyKey } from './readIdempotencyKey.ts';
import { createBatchRunner } from './runners/batchRunner.ts';
import { createLongRunner } from './runners/longRunner.ts';
import { createSingleRunner } from './runners/singleRunner.ts';
import type { RequestWithKey, Runner, Target } from './transaction.ts';

/**
 * Returns a function that runs the valid requests of one operation. It never runs two with the same
 * idempotency key together. Each request runs in a separate transaction, unless its handler shares
 * one among requests or needs several. The last transaction also stores the response of the key.
 */
export function createRunner(
  target: Target,
  handler: Handler<unknown, unknown>,
): (validRequest: ValidRequest) => Promise<OperationResponse<unknown>> {
  const run = chooseRunner(target, handler);
  const runAlone = limitRuns({ max: 1, code: 'idempotency_in_progress' });
  return async (validRequest) => {
    const request = readRequest(target, validRequest);
    const lockKey = toLockKey(request);
    const result = await (lockKey === undefined
      ? run(request)
      : runAlone(lockKey, () => run(request)));
    if (result instanceof ServiceError) throw result;
    return result;
  };
}

function chooseRunner(target: Target, handler: Handler<unknown, unknown>): Runner {
  if (('batch' in handler || 'retryRefused' in handler) && isAudited(target.operation))
    throw new Error(`${target.operation.path} is in the audit log, so it must not run in batches`);
  if ('batch' in handler) return createBatchRunner(target, handler);
  if ('splitIntoBatches' in handler) return createLongRunner(target, handler);
  return createSingleRunner(target, handler);
}

function readRequest({ operation }: Target, validRequest: ValidRequest): RequestWithKey {
  const { request, value } = validRequest;
  const key = takesIdempotencyKey(operation) ? readIdempotencyKey(request) : undefined;
  const compared = withInstants(operation.input, value);
  const input = composeNames(withDefaults(operation.input, compared));
  return { ...validRequest, keyed: { key, input: compared }, input };
}

const toLockKey = ({ keyed: { key }, caller, request }: RequestWithKey): string | undefined =>
  key === undefined ? undefined : `${caller.account.id} ${key} ${JSON.stringify(request.params)}`;
