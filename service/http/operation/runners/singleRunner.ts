import { retryItems, runOnce } from '../../../core/idempotency.ts';
import type { Result } from '../../../core/idempotencyKeys.ts';
import { ServiceError } from '../../../errors/serviceError.ts';
import type { Call } from '../../../handlers/handlers.ts';
import { auditRequest } from '../auditRequest.ts';
import { prepareWork, type SeparateHandler, type Work } from '../prepareWork.ts';
import { takeTurn } from '../takeTurn.ts';
import {
  inTransaction,
  toResult,
  toScope,
  toUnitOfWork,
  type RequestWithKey,
  type Runner,
  type Target,
  type Transaction,
} from '../transaction.ts';

/** Runs each request in a separate transaction. */
export function createSingleRunner(target: Target, handler: SeparateHandler): Runner {
  const prepare = (request: RequestWithKey) => prepareWork(target.context, handler, request);
  const preparesOutsideQueue = 'prepare' in handler && handler.preparesOutsideQueue;
  return async (request) => {
    const prepared = preparesOutsideQueue ? await prepare(request) : undefined;
    return takeTurn(target.context, request, async () => {
      const work = prepared ?? (await prepare(request));
      return inTransaction(target, request, (transaction) =>
        respond(transaction, request, handler, work),
      );
    });
  };
}

/** Returns the response of the work, or the stored one of an earlier request with the same key. */
async function respond(
  transaction: Transaction,
  request: RequestWithKey,
  handler: SeparateHandler,
  work: Work,
): Promise<Result<unknown>> {
  const { call, remarks } = createCall(transaction, request);
  const scope = toScope(transaction);
  const [first] = await runOnce(scope, [request.keyed], async () => {
    const body = await work(call);
    const { isAudited, isUpdate, concerned } = remarks;
    if (isAudited) await auditRequest(request, { ...transaction, now: call.now, body, concerned });
    return [toResult(transaction, body, isUpdate)];
  });
  const result =
    'retryRefused' in handler
      ? await retryItems(scope, request.keyed, first!, (earlier) =>
          handler.retryRefused(call, request.input, earlier),
        )
      : first!;
  // Throw inside the transaction, so that it rolls back everything that a rejected request did.
  if (result instanceof ServiceError) throw result;
  return result;
}

/** The remarks of a handler about its request. */
interface Remarks {
  readonly concerned?: string;
  readonly isAudited: boolean;
  readonly isUpdate: boolean;
}

function createCall(
  transaction: Transaction,
  { request, caller: { keyId, keyName, scope, keyExpiresAt } }: RequestWithKey,
): { readonly call: Call; readonly remarks: Remarks } {
  const remarks: { -readonly [K in keyof Remarks]: Remarks[K] } = {
    isAudited: true,
    isUpdate: false,
  };
  const call: Call = {
    ...toUnitOfWork(transaction),
    keyId,
    keyName,
    scope,
    keyExpiresAt,
    requestId: request.id,
    refused: request.refused,
    setAuditedResource: (id) => (remarks.concerned = id),
    skipAudit: () => (remarks.isAudited = false),
    markUpdated: () => (remarks.isUpdate = true),
  };
  return { call, remarks };
}
