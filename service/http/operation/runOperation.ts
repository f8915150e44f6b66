import { isAudited, takesIdempotencyKey, type Operation } from '@textloom/shared/contract';
import type { Context } from '../../core/context.ts';
import { storeResult, renewKey, runOnce, claimKey, retryItems } from '../../core/idempotency.ts';
import type { KeyedRequest, OperationResponse, Result } from '../../core/idempotencyKeys.ts';
import type { UnitOfWork } from '../../core/unitOfWork.ts';
import { limitRuns } from '../../concurrency/limitRuns.ts';
import { composeNames } from '../../core/composeNames.ts';
import { withDefaults } from '../../core/withDefaults.ts';
import { withInstants } from '../../core/withInstants.ts';
import type { BatchHandler, Call, Handler, LongHandler } from '../../handlers/handlers.ts';
import { createYield } from '../../concurrency/createYield.ts';
import { ServiceError } from '../../errors/serviceError.ts';
import type { Trx } from '../../store/database.ts';
import { classifyFailure, UnconfirmedError } from '../../store/databaseFailure.ts';
import { commit, createGroupCommit, type AfterCommit } from '../../store/groupCommit.ts';
import { auditRequest, type ValidRequest } from './auditRequest.ts';
import { hasSecret } from './hasSecret.ts';
import { prepareWork } from './prepareWork.ts';
import { readIdempotencyKey } from './readIdempotencyKey.ts';
import { takeTurn } from './takeTurn.ts';

interface RequestWithKey extends ValidRequest {
  readonly key: string | undefined;
  /** The value as requests with the same key are compared. */
  readonly compared: unknown;
  /** The value as the handler gets it. A new default must not change what is compared. */
  readonly input: unknown;
}
interface Running {
  readonly context: Context;
  readonly operation: Operation;
}
type Run = (request: RequestWithKey) => Promise<Result<unknown>>;
type End = 'succeeded' | 'failed';
type AnyHandler = Handler<unknown, unknown>;

/** Runs the requests of one operation. Never runs two with the same idempotency key together. */
export function createRun(
  running: Running,
  handler: AnyHandler,
): (validRequest: ValidRequest) => Promise<OperationResponse<unknown>> {
  const run = createRunner(running, handler);
  const runOnlyOne = limitRuns({ max: 1, code: 'idempotency_in_progress' });
  return async (validRequest) => {
    const { request, caller, value } = validRequest;
    const key = takesIdempotencyKey(running.operation) ? readIdempotencyKey(request) : undefined;
    const lockKey =
      key === undefined
        ? undefined
        : `${caller.account.id} ${key} ${JSON.stringify(request.params)}`;
    const compared = withInstants(running.operation.input, value);
    const input = composeNames(withDefaults(running.operation.input, compared));
    const runKeyed = () => run({ ...validRequest, key, compared, input });
    const result = await (lockKey === undefined ? runKeyed() : runOnlyOne(lockKey, runKeyed));
    if (result instanceof ServiceError) throw result;
    return result;
  };
}

function createRunner(running: Running, handler: AnyHandler): Run {
  if (('batch' in handler || 'retryRefused' in handler) && isAudited(running.operation))
    throw new Error(`${running.operation.path} is in the audit log, so it must not run in batches`);
  if ('batch' in handler) return runInBatch(running, handler);
  if ('splitIntoBatches' in handler) return runLong(running, handler);
  return runSingle(running, handler);
}

/** The maximum number of requests in one transaction. Each request prolongs its locks. */
const maxBatch = 128;

/** Runs the requests that an account makes at the same time in one transaction. */
function runInBatch(running: Running, { batch }: BatchHandler<unknown, unknown>): Run {
  const [status] = [running.operation.status].flat();
  const runInGroup = createGroupCommit<RequestWithKey, Result<unknown>>(
    running.context.db,
    maxBatch,
    (trx, requests, afterCommit) => {
      const transaction = { ...running, trx, requests, afterCommit };
      return runOnce(toScope(transaction), requests.map(toKeyedRequest), async (indexes) => {
        const inputs = indexes.map((index) => requests[index]!.input);
        const bodies = await batch(toUnitOfWork(transaction), inputs);
        return bodies.map((body) => toResult(body, status!));
      });
    },
  );
  return (request) => runInGroup(request.caller.account.id, request);
}

type Separate = Exclude<AnyHandler, BatchHandler<unknown, unknown> | LongHandler<unknown, unknown>>;

/** Runs each request in a separate transaction. */
function runSingle(running: Running, handler: Separate): Run {
  const statuses = [running.operation.status].flat();
  const prepare = async (request: RequestWithKey) =>
    'prepare' in handler
      ? prepareWork(running.context, handler, request)
      : (call: Call) => ('runItems' in handler ? handler.runItems : handler)(call, request.input);
  const runPrepared = (request: RequestWithKey, handle: (call: Call) => Promise<unknown>) =>
    inTransaction(running, request, async (transaction) => {
      let status = statuses[0]!;
      let concerned: string | undefined;
      let audited = true;
      const call: Call = {
        ...toUnitOfWork(transaction),
        ...pickKey(request),
        setAuditedResource: (id) => (concerned = id),
        skipAudit: () => (audited = false),
        requestId: request.request.id,
        refused: request.request.refused,
        markUpdated: () => (status = statuses.at(-1)!),
      };
      const work = async () => {
        const body = await handle(call);
        if (audited)
          await auditRequest(request, { ...transaction, now: call.now, body, concerned });
        return [toResult(body, status)];
      };
      const [scope, keyed] = [toScope(transaction), toKeyedRequest(request)];
      const [first] = await runOnce(scope, [keyed], work);
      const result =
        'retryRefused' in handler
          ? await retryItems(scope, keyed, first!, (earlier) =>
              handler.retryRefused(call, request.input, earlier),
            )
          : first;
      // Throw inside the transaction, so that it rolls back everything that a rejected request did.
      if (result instanceof ServiceError) throw result;
      return result!;
    });
  return async (request) => {
    const preparesOutsideQueue = 'prepare' in handler && handler.preparesOutsideQueue;
    const prepared = preparesOutsideQueue ? await prepare(request) : undefined;
    return takeTurn(running.context, request, async () =>
      runPrepared(request, prepared ?? (await prepare(request))),
    );
  };
}

/**
 * Runs each request in several transactions, one request of an account at a time. The first
 * transaction claims the idempotency key, and the last one stores the response.
 */
function runLong(
  running: Running,
  { splitIntoBatches, mergeResults }: LongHandler<unknown, unknown>,
): Run {
  const runOnlyOne = limitRuns({
    max: 1,
    detail:
      'This account is already running a request of this kind. Wait until it ends, then repeat this one.',
    retryAfter: 5,
  });
  const runAll = async (
    request: RequestWithKey,
    outputs: unknown[],
  ): Promise<OperationResponse<unknown>> => {
    const pause = createYield();
    for (const batch of await splitIntoBatches(request.input)) {
      const output = await inTransaction(running, request, async (transaction) => {
        await renewKey(toScope(transaction), toKeyedRequest(request));
        const now = running.context.clock();
        if (outputs.length === 0)
          await auditRequest(request, { ...transaction, now, outcome: 'started' });
        return batch({ ...toUnitOfWork(transaction), keyId: request.caller.keyId });
      });
      outputs.push(output);
      await pause();
    }
    const outcome = { status: [running.operation.status].flat()[0]!, body: mergeResults(outputs) };
    await storeResponse(request, outcome, 'succeeded');
    return outcome;
  };
  const storeResponse = (request: RequestWithKey, result: Result<unknown>, outcome?: End) =>
    inTransaction(running, request, async (transaction) => {
      const now = running.context.clock();
      if (outcome) await auditRequest(request, { ...transaction, now, outcome });
      await storeResult(toScope(transaction), toKeyedRequest(request), result);
    });
  return async (request) => {
    const earlier = await takeTurn(running.context, request, () =>
      inTransaction(running, request, (transaction) =>
        claimKey(toScope(transaction), toKeyedRequest(request)),
      ),
    );
    if (earlier) return earlier;
    const outputs: unknown[] = [];
    try {
      return await runOnlyOne(request.caller.account.id, () => runAll(request, outputs));
    } catch (error) {
      const refusal = error instanceof ServiceError ? error : new ServiceError('internal_error');
      // If the database is away, the key becomes free a minute later.
      const isUnconfirmed = classifyFailure(error) !== undefined;
      // A refusal that stored no rows changes nothing. An unconfirmed end can be a success.
      const outcome = outputs.length > 0 && !isUnconfirmed ? 'failed' : undefined;
      await storeResponse(request, refusal, outcome).catch(() => undefined);
      // An earlier transaction of the request may have been committed.
      throw isUnconfirmed ? new UnconfirmedError(error) : error;
    }
  };
}

/** The requests of one account within a transaction. */
interface Transaction extends Running {
  readonly trx: Trx;
  readonly requests: readonly RequestWithKey[];
  readonly afterCommit: AfterCommit;
}

async function inTransaction<T>(
  running: Running,
  request: RequestWithKey,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return commit(running.context.db, (trx, afterCommit) =>
    work({ ...running, trx, requests: [request], afterCommit }),
  );
}

const toResult = (body: unknown, status: number): Result<unknown> =>
  body instanceof ServiceError ? body : { status, body };

const pickKey = ({ caller: { keyId, keyName, scope, keyExpiresAt } }: RequestWithKey) => ({
  keyId,
  keyName,
  scope,
  keyExpiresAt,
});

const toKeyedRequest = ({ key, compared: input }: RequestWithKey): KeyedRequest => ({ key, input });

const toUnitOfWork = ({ context, trx, requests, afterCommit }: Transaction): UnitOfWork => ({
  context,
  trx,
  account: requests[0]!.caller.account,
  now: context.clock(),
  afterCommit,
});

function toScope({ context, operation, trx, requests }: Transaction) {
  const { caller } = requests[0]!;
  return {
    trx,
    accountId: caller.account.id,
    path: operation.path,
    now: context.clock(),
    cipher: hasSecret(operation) ? caller.cipher : undefined,
  };
}
