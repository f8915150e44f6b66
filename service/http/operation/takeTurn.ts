import { limits } from '@textloom/shared/contract';
import type { Context } from '../../core/context.ts';
import { queueRuns } from '../../concurrency/queueRuns.ts';
import { requestConnectMs } from '../../store/storeOptions.ts';
import type { ValidRequest } from './auditRequest.ts';

const max = limits.runningRequests;
const runInTurn = queueRuns({
  max,
  detail: `This account already has ${max} slow requests in progress. Make fewer requests at the same time.`,
  retryAfter: 1,
});

/**
 * Does work of a request once its account runs few other requests. Otherwise, slow requests of one
 * account would hold all connections to the database. With the embedded database, no request has a
 * time limit.
 */
export const takeTurn = <T>(
  { embedded }: Pick<Context, 'embedded'>,
  { caller }: Pick<ValidRequest, 'caller'>,
  work: () => Promise<T>,
): Promise<T> => runInTurn(caller.account.id, work, embedded ? undefined : requestConnectMs);
