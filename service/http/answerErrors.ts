import { headers, problemType, type ErrorCode, type ObjectSchema } from '@textloom/shared/contract';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logFailure } from '../observability/log.ts';
import { troubleOf, troubles } from '../store/databaseTrouble.ts';
import { allowedMethods } from './allowedMethods.ts';
import { fieldErrorsOf } from '../lib/fieldErrors.ts';
import { problemOf, problemToWire } from '../lib/problem.ts';
import { ServiceError } from '../lib/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The input schema of the operation, which gives the pointers of its errors. */
    input?: ObjectSchema;
  }
}

/** Maps the codes of requests that Fastify rejects before a handler runs. */
const codeOf: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Sends every failure as a problem (RFC 9457). Only a bug results in a 500. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const input = request.routeOptions.config.input;
    if (error.validation) return answer(request, reply, refusalOf(error.validation, input));
    const known = serviceErrorOf(error);
    if (!known || (known !== error && known.code === 'unavailable'))
      logFailure(request.log, error, 'responding to a request');
    return answer(request, reply, known ?? new ServiceError('internal_error'), input);
  });
  answerUnknown(app);
}

/** Below a prefix, this runs after the hooks of the prefix, so that only authenticated callers learn which paths exist. */
export function answerUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request.url);
    if (methods.length === 0)
      return answer(
        request,
        reply,
        new ServiceError('not_found', { detail: 'Nothing exists at this address.' }),
      );
    reply.header('allow', methods.join(', '));
    return answer(request, reply, new ServiceError('method_not_allowed'));
  });
}

/** Responds to malformed URLs, which Fastify rejects before any hook. */
export function answerBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header(headers.requestId, request.id);
  void answer(request, reply, serviceErrorOf(error) ?? new ServiceError('internal_error'));
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
  input?: ObjectSchema,
) {
  const problem = problemOf(error, request.id, input);
  const waits =
    problem.status === 429 || problem.status === 503 || error.code === 'idempotency_in_progress';
  if (waits) reply.header(headers.retryAfter, String(error.retryAfter ?? 1));
  return reply
    .code(problem.status)
    .type(problemType)
    .send(JSON.stringify(problemToWire(problem)));
}

/** The pointers already use the names of the wire format, so no schema must translate them. */
const refusalOf = (
  validation: NonNullable<FastifyError['validation']>,
  input: ObjectSchema = { type: 'object', properties: {} },
): ServiceError =>
  new ServiceError('validation_failed', {
    fieldErrors: fieldErrorsOf(validation as ErrorObject[], input),
  });

function serviceErrorOf(error: FastifyError): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  const code = codeOf[error.code] ?? (error instanceof SyntaxError ? 'malformed_json' : undefined);
  if (code) return new ServiceError(code);
  const trouble = troubleOf(error);
  return trouble && new ServiceError('unavailable', troubles[trouble]);
}
