import { headers, limits, takesIdempotencyKey, type Operation } from '@textloom/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { keepAnswer, renewKey, runOnce, takeKey } from '../core/idempotency.ts';
import type { KeyedRequest, Outcome, Result } from '../core/idempotencyKeys.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type {
  BatchHandler,
  Call,
  Handler,
  LongHandler,
  SingleHandler,
} from '../handlers/handlers.ts';
import { createPause } from '../lib/createPause.ts';
import { fail, ServiceError } from '../lib/errors.ts';
import type { Trx } from '../store/database.ts';
import { commit, createGroupCommit, type AfterCommit } from '../store/groupCommit.ts';
import type { AuthenticatedCaller } from './authenticate.ts';

/** A valid request. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly caller: AuthenticatedCaller;
  readonly value: unknown;
}
interface Keyed extends Asked {
  readonly key: string | undefined;
}
interface Running {
  readonly context: Context;
  readonly config: Config;
  readonly operation: Operation;
}
type Run = (request: Keyed) => Promise<Result<unknown>>;
type AnyHandler = Handler<unknown, unknown>;

/** Runs the requests of one operation, but never two with the same idempotency key at the same time. */
export function createRun(
  running: Running,
  handler: AnyHandler,
): (asked: Asked) => Promise<Outcome<unknown>> {
  const run = runOf(running, handler);
  const inFlight = new Set<string>();
  return async (asked) => {
    const { request, caller } = asked;
    const key = takesIdempotencyKey(running.operation) ? keyOf(request) : undefined;
    const held =
      key === undefined
        ? undefined
        : `${caller.account.id} ${key} ${JSON.stringify(request.params)}`;
    const runKeyed = () => run({ ...asked, key });
    const result = await (held === undefined
      ? runKeyed()
      : exclusively(inFlight, held, runKeyed, inProgress));
    if (result instanceof ServiceError) throw result;
    return result;
  };
}

function runOf(running: Running, handler: AnyHandler): Run {
  if ('batch' in handler) return runInBatch(running, handler);
  if ('batchesOf' in handler) return runLong(running, handler);
  return runSingle(running, handler);
}

/** The maximum number of requests in one transaction. Each request prolongs the locks of the transaction. */
const mostInBatch = 128;

/** Runs the requests that an account makes at the same time in one transaction. */
function runInBatch(running: Running, { batch }: BatchHandler<unknown, unknown>): Run {
  const [status] = [running.operation.status].flat();
  const share = createGroupCommit<Keyed, Result<unknown>>(
    running.context.db,
    mostInBatch,
    (trx, requests, afterCommit) => {
      const transaction = { ...running, trx, requests, afterCommit };
      return runOnce(scopeOf(transaction), requests.map(keyedOf), async (indexes) => {
        const inputs = indexes.map((index) => requests[index]!.value);
        const bodies = await batch(unitOf(transaction), inputs);
        return bodies.map((body) => resultOf(body, status!));
      });
    },
  );
  return (request) => share(request.caller.account.id, request);
}

/** Runs each request in a separate transaction. */
function runSingle(running: Running, handle: SingleHandler<unknown, unknown>): Run {
  const statuses = [running.operation.status].flat();
  return (request) =>
    inTransaction(running, request, async (transaction) => {
      let status = statuses[0]!;
      const call: Call = {
        ...unitOf(transaction),
        keyId: request.caller.keyId,
        scope: request.caller.scope,
        requestId: request.request.id,
        allowPrivateWebhooks: running.config.allowPrivateWebhooks,
        refused: request.request.refused,
        updated: () => (status = statuses.at(-1)!),
      };
      const [result] = await runOnce(scopeOf(transaction), [keyedOf(request)], async () => [
        resultOf(await handle(call, request.value), status),
      ]);
      // Throw inside the transaction, so that it rolls back everything that a rejected request did.
      if (result instanceof ServiceError) throw result;
      return result!;
    });
}

/**
 * Runs each request in several transactions, one request of an account at a time. The first
 * transaction claims the idempotency key, and the last one stores the response.
 */
function runLong(running: Running, { batchesOf, sumOf }: LongHandler<unknown, unknown>): Run {
  const busy = new Set<string>();
  const runAll = async (request: Keyed): Promise<Outcome<unknown>> => {
    const outputs: unknown[] = [];
    const pause = createPause();
    for (const batch of await batchesOf(request.value)) {
      const output = await inTransaction(running, request, async (transaction) => {
        await renewKey(scopeOf(transaction), keyedOf(request));
        return batch(unitOf(transaction));
      });
      outputs.push(output);
      await pause();
    }
    const outcome = { status: [running.operation.status].flat()[0]!, body: sumOf(outputs) };
    await keep(request, outcome);
    return outcome;
  };
  const keep = (request: Keyed, result: Result<unknown>) =>
    inTransaction(running, request, (transaction) =>
      keepAnswer(scopeOf(transaction), keyedOf(request), result),
    );
  return async (request) => {
    const earlier = await inTransaction(running, request, (transaction) =>
      takeKey(scopeOf(transaction), keyedOf(request)),
    );
    if (earlier) return earlier;
    try {
      return await exclusively(busy, request.caller.account.id, () => runAll(request), tooManyRuns);
    } catch (error) {
      const refusal = error instanceof ServiceError ? error : new ServiceError('internal_error');
      // If the database is away, the key becomes free a minute later.
      await keep(request, refusal).catch(() => undefined);
      throw error;
    }
  };
}

/** Does the work unless its key is in use, and frees the key when the work ends. */
async function exclusively<T>(
  inUse: Set<string>,
  key: string,
  work: () => Promise<T>,
  refuse: () => never,
): Promise<T> {
  if (inUse.has(key)) refuse();
  inUse.add(key);
  try {
    return await work();
  } finally {
    inUse.delete(key);
  }
}

const inProgress = () => fail('idempotency_in_progress');
const tooManyRuns = () =>
  fail('rate_limited', {
    detail:
      'This account is already running a request of this kind. Wait until it ends, then repeat this one.',
    retryAfter: 5,
  });

/** The requests of one account within a transaction. */
interface Transaction extends Running {
  readonly trx: Trx;
  readonly requests: readonly Keyed[];
  readonly afterCommit: AfterCommit;
}

async function inTransaction<T>(
  running: Running,
  request: Keyed,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const [result] = await commit(
    running.context.db,
    async (trx, requests: readonly Keyed[], afterCommit) => [
      await work({ ...running, trx, requests, afterCommit }),
    ],
    [request],
  );
  return result!;
}

const resultOf = (body: unknown, status: number): Result<unknown> =>
  body instanceof ServiceError ? body : { status, body };

const keyedOf = ({ key, value }: Keyed): KeyedRequest => ({ key, input: value });

const unitOf = ({ context, trx, requests, afterCommit }: Transaction): UnitOfWork => ({
  context,
  trx,
  account: requests[0]!.caller.account,
  now: context.clock(),
  afterCommit,
});

function scopeOf({ context, operation, trx, requests }: Transaction) {
  const { caller } = requests[0]!;
  return {
    trx,
    accountId: caller.account.id,
    path: operation.path,
    now: context.clock(),
    cipher: hasSecret(operation) ? caller.cipher : undefined,
  };
}

const hasSecret = ({ output }: Operation): boolean =>
  output !== undefined &&
  Object.values(output.properties).some((field) => 'secret' in field && field.secret);

/** Returns the value of the header. The draft standard requires quotes, but most clients omit them. */
function keyOf({ headers: given }: FastifyRequest): string | undefined {
  const value = given[headers.idempotencyKey.toLowerCase()];
  if (value === undefined) return undefined;
  const key = String(value).replace(/^"(.*)"$/, '$1');
  const isValid =
    key.length >= 1 && key.length <= limits.idempotencyKeyLength && /^[\x20-\x7e]+$/.test(key);
  return isValid ? key : fail('invalid_idempotency_key');
}
