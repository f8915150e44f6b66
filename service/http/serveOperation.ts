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
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Call } from '../handlers.ts';
import { handlers } from '../routes/index.ts';
import { together } from '../routes/together.ts';
import type { Trx } from '../store/database.ts';
import { ajvOfBody, ajvOfText } from './ajv.ts';
import { mayDo, type Caller } from './authenticate.ts';
import { commit, createGroupCommit, type AfterCommit } from './groupCommit.ts';
import { createJudge, withOpenItems, type Refused } from './judgeItems.ts';
import { once, type Outcome, type Result } from './once.ts';
import { fail, ServiceError } from './serviceError.ts';
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
type Handle = (call: Call, input: unknown) => Promise<unknown>;
type HandleTogether = (call: Call, inputs: readonly unknown[]) => Promise<readonly unknown[]>;

/** Serves one operation of the contract: its address, its checks, its handler and its answer. */
export function serveOperation(
  app: FastifyInstance,
  context: Context,
  config: Config,
  { resource, name, operation }: Served,
): void {
  const { method, path, input, scope } = operation;
  // The handlers have the type of the contract; only this loop over both cannot see it.
  const group = handlers[resource as keyof typeof handlers] as (
    call: Call,
  ) => Record<string, (input: never) => Promise<unknown>>;
  const handle: Handle = (call, value) => group(call)[name]!(value as never);
  const many = together[resource as keyof typeof together]?.[name as never] as
    HandleTogether | undefined;
  const run = createRun({ context, config, operation, handle, together: many });
  const judge = createJudge(input, ajvOfBody);

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
      const { refused, rest } = judge(request.body);
      request.refused = refused;
      const faults = unstorable([rest, request.query, request.params]).map((fault) => ({
        ...fault,
        pointer: fault.pointer.replace(/^\/\d+/, ''),
      }));
      if (faults.length > 0) fail('validation_failed', { faults });
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
  readonly caller: Caller;
  readonly value: unknown;
}
interface Keyed extends Asked {
  readonly key: string | undefined;
}
interface Running {
  readonly context: Context;
  readonly config: Config;
  readonly operation: Operation;
  readonly handle: Handle;
  readonly together: HandleTogether | undefined;
}

/** Requests that share a transaction; each adds its time to the lock of what it touches. */
const mostTogether = 128;

/** Runs requests of one operation, each in a transaction of its own or in one with others. */
function createRun(served: Running): (asked: Asked) => Promise<Outcome<unknown>> {
  const { context, operation, together } = served;
  const inFlight = new Set<string>();
  const share = createGroupCommit<Keyed, Result<unknown>>(
    context.db,
    mostTogether,
    (trx, requests, afterCommit) => work(served, trx, requests, afterCommit),
  );
  const alone = async (request: Keyed): Promise<Result<unknown>> => {
    const [result] = await commit(
      context.db,
      async (trx, requests: readonly Keyed[], afterCommit) => {
        const results = await work(served, trx, requests, afterCommit);
        // Thrown in here, so that nothing stays of what is refused.
        if (results[0] instanceof ServiceError) throw results[0];
        return results;
      },
      [request],
    );
    return result!;
  };
  const running = new Set<string>();
  return async ({ request, caller, value }) => {
    const accountId = caller.account.id;
    const key = takesIdempotencyKey(operation) ? keyOf(request) : undefined;
    const asked = { request, caller, value, key };
    const ask = () => (together ? share(accountId, asked) : alone(asked));
    const askInTurn = () =>
      operation.oneAtATime ? exclusively(running, accountId, ask, tooManyRuns) : ask();
    const held =
      key === undefined ? undefined : `${accountId} ${key} ${JSON.stringify(request.params)}`;
    const result = await (held === undefined
      ? askInTurn()
      : exclusively(inFlight, held, askInTurn, inProgress));
    if (result instanceof ServiceError) throw result;
    return result;
  };
}

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

/** Answers requests of one account, within a transaction. */
async function work(
  { context, config, operation, handle, together }: Running,
  trx: Trx,
  requests: readonly Keyed[],
  afterCommit: AfterCommit,
): Promise<readonly Result<unknown>[]> {
  const { request, caller } = requests[0]!;
  const now = context.clock();
  const statuses = [operation.status].flat();
  let status = statuses[0]!;
  const call: Call = {
    ...caller,
    context,
    trx,
    now,
    requestId: request.id,
    allowPrivateWebhooks: config.allowPrivateWebhooks,
    refused: request.refused,
    afterCommit,
    updated: () => (status = statuses.at(-1)!),
  };
  const scope = {
    trx,
    accountId: caller.account.id,
    path: operation.path,
    now,
    seal: hasSecret(operation) ? caller.seal : undefined,
  };
  const keyed = requests.map(({ key, value }) => ({ key, input: value }));
  return once(scope, keyed, async (indexes) => {
    const values = indexes.map((index) => requests[index]!.value);
    const bodies = together ? await together(call, values) : [await handle(call, values[0])];
    return bodies.map((body) => (body instanceof ServiceError ? body : { status, body }));
  });
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
