import {
  errors,
  fromWire,
  hasBody,
  headers,
  isAudited,
  isChange,
  jsonSchema,
  mayCall,
  pathFields,
  toWire,
  type ObjectSchema,
  type Operation,
} from '@textloom/shared/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RecordDenial } from '../../audit/denials.ts';
import type { Context } from '../../core/context.ts';
import type { OperationResponse } from '../../core/idempotencyKeys.ts';
import type { Handler, Refused } from '../../handlers/handlers.ts';
import { handlers } from '../../handlers/index.ts';
import { ajvOfBody, ajvOfText, compileLazily } from '../../lib/ajv.ts';
import { fail } from '../../errors/serviceError.ts';
import { toDenial } from './auditRequest.ts';
import { createRunner } from './createRunner.ts';
import { findUnstorable } from '../findUnstorable.ts';
import { createValidateItems, withOpenItems } from './validateItems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    refused: Refused;
  }
  interface FastifyContextConfig {
    /** The name of the operation, such as `message.send`. */
    operation?: string;
  }
}

interface Served {
  readonly resource: string;
  readonly name: string;
  readonly operation: Operation;
  readonly recordDenial: RecordDenial;
}

/**
 * A loop over all operations cannot see the types of the handlers. The type `Handlers` checks them
 * instead.
 */
const findHandler = (resource: string, name: string): Handler<unknown, unknown> =>
  (handlers as Readonly<Record<string, Readonly<Record<string, Handler<unknown, unknown>>>>>)[
    resource
  ]![name]!;

/** Serves one operation of the contract: its route, validation, handler, and response. */
export function serveOperation(
  app: FastifyInstance,
  context: Context,
  { resource, name, operation, recordDenial }: Served,
): void {
  const { method, path, input, scope } = operation;
  const run = createRunner({ context, operation }, findHandler(resource, name));
  const { schema, validateItems } = getValidation(operation);

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { input, isChange: isChange(operation), operation: `${resource}.${name}`, scope },
    schema: { ...schema },
    validatorCompiler: ({ schema, httpPart }) =>
      compileLazily(httpPart === 'body' ? ajvOfBody : ajvOfText, schema as object),
    onRequest: async (request) => {
      const caller = request.caller!;
      if (mayCall(caller.scope, operation)) return;
      if (isAudited(operation)) await recordDenial(toDenial(request, caller.account.id, caller));
      fail('insufficient_scope', {
        detail: `This request requires a key with the scope ${scope}.`,
      });
    },
    preValidation: async (request) => {
      // The router matches a path that ends with a slash to the path of an object.
      if (Object.values(request.params as object).includes(''))
        fail('unknown_path', {
          detail: `${errors.unknown_path.title}. Add the missing ID, or remove the extra slash.`,
        });
      if (schema.body && request.body === undefined) request.body = {};
    },
    // This runs after the validation, which limits the size of the input.
    preHandler: async (request) => {
      const { refused, rest } = validateItems(request.body);
      request.refused = refused;
      const fieldErrors = findUnstorable([rest, request.query, request.params]).map(
        (fieldError) => ({
          ...fieldError,
          pointer: fieldError.pointer.replace(/^\/\d+/, ''),
        }),
      );
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
      return sendResponse(reply, operation, outcome);
    },
  });
}

function sendResponse(
  reply: FastifyReply,
  { output }: Operation,
  { status, body, replayed }: OperationResponse<unknown>,
) {
  if (replayed) reply.header(headers.idempotentReplayed, 'true');
  if (!output) return reply.code(status).send();
  return reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify(toWire(output, body)));
}

interface Validation {
  readonly schema: ReturnType<typeof splitInput>;
  readonly validateItems: ReturnType<typeof createValidateItems>;
}
const validations = new WeakMap<Operation, Validation>();

/** Returns the same schemas each time, because ajv compiles each schema object only once. */
function getValidation(operation: Operation): Validation {
  const validation = validations.get(operation) ?? {
    schema: splitInput(operation),
    validateItems: createValidateItems(operation.input, ajvOfBody),
  };
  validations.set(operation, validation);
  return validation;
}

/** Splits the input into body, query, and path parameters. Each part rejects other fields. */
function splitInput(operation: Operation): {
  body?: object;
  querystring?: object;
  params?: object;
} {
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
    ...(hasBody(operation)
      ? { body: withOpenItems(rest, jsonSchema(rest, { closed: true })) }
      : // Fastify does not read the body of a GET.
        operation.method === 'DELETE' && { body: jsonSchema(none, { closed: true }) }),
  };
}

function pick(
  { properties, required, exactlyOne, atLeastOne }: ObjectSchema,
  names: readonly string[],
): ObjectSchema {
  const kept = (all: readonly string[] = []) => all.filter((name) => names.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
    ...(required && { required: kept(required) }),
    ...(kept(exactlyOne).length > 0 && { exactlyOne: kept(exactlyOne) }),
    ...(kept(atLeastOne).length > 0 && { atLeastOne: kept(atLeastOne) }),
  };
}
