import {
  fromWire,
  hasBody,
  headers,
  jsonSchema,
  limits,
  pathFields,
  takesIdempotencyKey,
  toWire,
  type ObjectSchema,
  type Operation,
} from '@textloom/shared/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { createPause } from '../lib/createPause.ts';
import type { Call, Refused } from '../handlers/handlers.ts';
import { inBatches, type Batched, type InBatches } from '../handlers/inBatches.ts';
import { handlers } from '../handlers/index.ts';
import { batchHandlers } from '../handlers/batchHandlers.ts';
import type { Trx } from '../store/database.ts';
import { ajvOfBody, ajvOfText } from '../lib/ajv.ts';
import { mayDo, type AuthenticatedCaller } from './authenticate.ts';
import { commit, createGroupCommit, type AfterCommit } from '../store/groupCommit.ts';
import { createValidateItems, withOpenItems } from './validateItems.ts';
import {
  keepAnswer,
  runOnce,
  renewKey,
  takeKey,
  type KeyedRequest,
  type Outcome,
  type Result,
} from '../core/idempotency.ts';
import { fail, ServiceError } from '../lib/errors.ts';
import { unstorable } from './storable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    refused: Refused;
  }
  interface FastifyContextConfig {
    /** Such as `message.send`. */
    operation?: string;
  }
}

interface Served {
  readonly resource: string;
  readonly name: string;
  readonly operation: Operation;
}
type HandleTogether = (call: Call, inputs: readonly unknown[]) => Promise<readonly unknown[]>;

/** Serves one operation of the contract: its address, its checks, its handler and its answer. */
export function serveOperation(
  app: FastifyInstance,
  context: Context,
  config: Config,
  { resource, name, operation }: Served,
): void {
  const { method, path, input, scope } = operation;
  // The handlers have the type of the contract; only this loop over all of them cannot see it.
  const group = handlers[resource as keyof typeof handlers] as (
    call: Call,
  ) => Record<string, (input: never) => Promise<unknown>>;
  const handle: HandleTogether = async (call, [value]) => [
    await group(call)[name]!(value as never),
  ];
  const served = { context, config, operation };
  const many = batchHandlers[resource as keyof typeof batchHandlers]?.[name as never] as
    HandleTogether | undefined;
  const allInBatches: InBatches = inBatches;
  const batched = allInBatches[resource as keyof InBatches]?.[name as never] as
    Batched<unknown, unknown> | undefined;
  const run = createRun(
    served,
    many
      ? runTogether(served, many)
      : batched
        ? runInBatches(served, batched)
        : runAlone(served, handle),
  );
  const validateItems = createValidateItems(input, ajvOfBody);

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { input, operation: `${resource}.${name}` },
    schema: partsOf(operation),
    validatorCompiler: ({ schema, httpPart }) =>
      (httpPart === 'body' ? ajvOfBody : ajvOfText).compile(schema as object),
    onRequest: async (request) => {
      if (!mayDo(request.caller!.scope, scope))
        fail('insufficient_scope', { detail: `This takes a key with the scope ${scope}.` });
    },
    preValidation: async (request) => {
      if (hasBody(operation)) request.body ??= {};
    },
    // After the validation, which bounds how much there is to look at.
    preHandler: async (request) => {
      const { refused, rest } = validateItems(request.body);
      request.refused = refused;
      const fieldErrors = unstorable([rest, request.query, request.params]).map((fieldError) => ({
        ...fieldError,
        pointer: fieldError.pointer.replace(/^\/\d+/, ''),
      }));
      if (fieldErrors.length > 0) fail('validation_failed', { fieldErrors });
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const value = fromWire(input, {
        ...(request.query as object),
        ...(request.body as object),
        ...(request.params as object),
      });
      const outcome = await run({ request, caller, value });
      return answer(reply, operation, outcome);
    },
  });
}

interface Asked {
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

/** Runs requests of one operation as it is told; none twice at the same time with one idempotency key. */
function createRun({ operation }: Running, ask: Run): (asked: Asked) => Promise<Outcome<unknown>> {
  const inFlight = new Set<string>();
  return async (asked) => {
    const { request, caller } = asked;
    const key = takesIdempotencyKey(operation) ? keyOf(request) : undefined;
    const held =
      key === undefined
        ? undefined
        : `${caller.account.id} ${key} ${JSON.stringify(request.params)}`;
    const askKeyed = () => ask({ ...asked, key });
    const result = await (held === undefined
      ? askKeyed()
      : exclusively(inFlight, held, askKeyed, inProgress));
    if (result instanceof ServiceError) throw result;
    return result;
  };
}

/** Requests that share a transaction; each adds its time to the lock of what it touches. */
const mostTogether = 128;

/** Runs the requests of an account that come at the same time in one transaction. */
function runTogether(served: Running, handle: HandleTogether): Run {
  const share = createGroupCommit<Keyed, Result<unknown>>(
    served.context.db,
    mostTogether,
    (trx, requests, afterCommit) => work({ ...served, trx, requests, afterCommit }, handle),
  );
  return (request) => share(request.caller.account.id, request);
}

/** Runs each request in a transaction of its own. */
function runAlone(served: Running, handle: HandleTogether): Run {
  return async (request) => {
    const [result] = await commit(
      served.context.db,
      async (trx, requests: readonly Keyed[], afterCommit) => {
        const results = await work({ ...served, trx, requests, afterCommit }, handle);
        // Thrown in here, so that nothing stays of what is refused.
        if (results[0] instanceof ServiceError) throw results[0];
        return results;
      },
      [request],
    );
    return result!;
  };
}

/**
 * Runs each request in several transactions, one request of an account at a time. The first takes the
 * idempotency key, and the last keeps the answer.
 */
function runInBatches(served: Running, { batchesOf, sumOf }: Batched<unknown, unknown>): Run {
  const running = new Set<string>();
  const runAll = async (request: Keyed, step: Step): Promise<Outcome<unknown>> => {
    const outputs: unknown[] = [];
    const pause = createPause();
    for (const batch of await batchesOf(request.value)) {
      const output = await step(async (unit) => {
        await renewKey(scopeOf(unit), keyedOf(request));
        return batch(callOf(unit));
      });
      outputs.push(output);
      await pause();
    }
    const outcome = { status: [served.operation.status].flat()[0]!, body: sumOf(outputs) };
    await step((unit) => keepAnswer(scopeOf(unit), keyedOf(request), outcome));
    return outcome;
  };
  return async (request) => {
    const step: Step = async (work) => {
      const [result] = await commit(
        served.context.db,
        async (trx, requests: readonly Keyed[], afterCommit) => [
          await work({ ...served, trx, requests, afterCommit }),
        ],
        [request],
      );
      return result!;
    };
    const earlier = await step((unit) => takeKey(scopeOf(unit), keyedOf(request)));
    if (earlier) return earlier;
    try {
      return await exclusively(
        running,
        request.caller.account.id,
        () => runAll(request, step),
        tooManyRuns,
      );
    } catch (error) {
      const refusal = error instanceof ServiceError ? error : new ServiceError('internal_error');
      // Where the database is away, the key is free a minute later.
      await step((unit) => keepAnswer(scopeOf(unit), keyedOf(request), refusal)).catch(
        () => undefined,
      );
      throw error;
    }
  };
}
type Step = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/** Does the work unless what it needs is taken; frees that when the work has ended. */
async function exclusively<T>(
  taken: Set<string>,
  what: string,
  work: () => Promise<T>,
  refuse: () => never,
): Promise<T> {
  if (taken.has(what)) refuse();
  taken.add(what);
  try {
    return await work();
  } finally {
    taken.delete(what);
  }
}

const inProgress = () => fail('idempotency_in_progress');
const tooManyRuns = () =>
  fail('rate_limited', {
    detail: 'This account already runs such a request. Wait until it ends, then repeat this one.',
    retryAfter: 5,
  });

/** Requests of one account, within a transaction. */
interface Unit extends Running {
  readonly trx: Trx;
  readonly requests: readonly Keyed[];
  readonly afterCommit: AfterCommit;
}

/** Answers each request once, whatever its idempotency key was used for before. */
async function work(unit: Unit, handle: HandleTogether): Promise<readonly Result<unknown>[]> {
  const { operation, requests } = unit;
  const statuses = [operation.status].flat();
  let status = statuses[0]!;
  const call = { ...callOf(unit), updated: () => (status = statuses.at(-1)!) };
  return runOnce(scopeOf(unit), requests.map(keyedOf), async (indexes) => {
    const bodies = await handle(
      call,
      indexes.map((index) => requests[index]!.value),
    );
    return bodies.map((body) => (body instanceof ServiceError ? body : { status, body }));
  });
}

const keyedOf = ({ key, value }: Keyed): KeyedRequest => ({ key, input: value });

function callOf({ context, config, trx, requests, afterCommit }: Unit): Call {
  const { request, caller } = requests[0]!;
  return {
    ...caller,
    context,
    trx,
    now: context.clock(),
    requestId: request.id,
    allowPrivateWebhooks: config.allowPrivateWebhooks,
    refused: request.refused,
    afterCommit,
    updated: () => undefined,
  };
}

function scopeOf({ context, operation, trx, requests }: Unit) {
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

/** The header's value, which the draft standard puts into quotes and most clients do not. */
function keyOf({ headers: given }: FastifyRequest): string | undefined {
  const value = given[headers.idempotencyKey.toLowerCase()];
  if (value === undefined) return undefined;
  const key = String(value).replace(/^"(.*)"$/, '$1');
  const isValid =
    key.length >= 1 && key.length <= limits.idempotencyKeyLength && /^[\x20-\x7e]+$/.test(key);
  return isValid ? key : fail('invalid_idempotency_key');
}

function answer(
  reply: FastifyReply,
  { output }: Operation,
  { status, body, replayed }: Outcome<unknown>,
) {
  if (replayed) reply.header(headers.idempotentReplayed, 'true');
  if (!output) return reply.code(status).send();
  return reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify(toWire(output, body)));
}

/** The input's fields by where they travel, each part refusing what it does not know. */
function partsOf(operation: Operation): { body?: object; querystring?: object; params?: object } {
  const { input, path } = operation;
  const inPath = pathFields(path);
  const names = Object.keys(input.properties);
  const params = pick(
    input,
    names.filter((name) => inPath.includes(name)),
  );
  const rest = pick(
    input,
    names.filter((name) => !inPath.includes(name)),
  );
  const none = pick(input, []);
  return {
    ...(inPath.length > 0 && { params: jsonSchema(params, { closed: true }) }),
    querystring: jsonSchema(hasBody(operation) ? none : rest, { closed: true }),
    ...(hasBody(operation) && { body: withOpenItems(rest, jsonSchema(rest, { closed: true })) }),
  };
}

function pick(
  { properties, required, exactlyOne }: ObjectSchema,
  names: readonly string[],
): ObjectSchema {
  const kept = (all: readonly string[] | undefined) => all?.filter((name) => names.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
    ...(required && { required: kept(required) }),
    ...(exactlyOne && names.length > 0 && { exactlyOne }),
  };
}
