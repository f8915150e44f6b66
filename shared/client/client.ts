import {
  contract,
  errors,
  fromWire,
  hasBody,
  headers,
  isChange,
  isIdempotencyKey,
  pathFields,
  takesIdempotencyKey,
  toWire,
  type Contract,
  type Input,
  type Operation,
  type Output,
} from '../contract/index.ts';
import { encodeInput, refusedField, unsendable } from './encodeInput.ts';
import { ApiError, errorOfProblem, errorOfResponse } from './error.ts';
import { errorOfTransport } from './errorOfTransport.ts';
import { isOutput } from './isOutput.ts';
import { retrying, type Clock, type Earlier } from './retry.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

export interface CallOptions {
  /**
   * Makes a repeated POST count once. If absent, the client creates a key for each call that takes
   * one.
   */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Runs if the response belongs to an earlier call with the same idempotency key. */
  readonly onReplay?: () => void;
}

/** Offers every operation of the contract as a typed function. */
export type Client = {
  [R in keyof Contract]: {
    [O in keyof Contract[R]]: Contract[R][O] extends Operation
      ? (input: CallInput<Contract[R][O]>, options?: CallOptions) => Promise<Output<Contract[R][O]>>
      : never;
  };
};

/** In a query, one value means the same as a list of it. */
export type CallInput<O extends Operation> = O extends { readonly method: 'GET' }
  ? { [F in keyof Input<O>]: OneOrMore<Input<O>[F]> }
  : Input<O>;
type OneOrMore<V> = V extends readonly (infer T)[] ? V | T : V;

/** The client needs a transport, a clock and new keys from its host. */
export interface Host extends Clock {
  readonly transport: Transport;
  /** Returns a new idempotency key: 1 to 255 ASCII characters, such as a UUID. */
  readonly createKey: () => string;
}

/** Creates a client for the given host. Its calls reject only with an `ApiError`. */
export function createClient(host: Host): Client {
  const resource = (operations: Record<string, Operation>): object =>
    mapValues(
      operations,
      (operation) => (input: Record<string, unknown>, options?: CallOptions) =>
        call(host, operation, input, options),
    );
  return mapValues(contract, resource) as Client;
}

/** Calls an operation without types, for hosts that choose the operation at run time. */
export async function call(
  host: Host,
  operation: Operation,
  input: Record<string, unknown>,
  { idempotencyKey, signal, onReplay }: CallOptions = {},
): Promise<unknown> {
  const request = buildRequest(host, operation, input, idempotencyKey);
  const changes = isChange(operation);
  const attempt = async ({ mayHaveRun }: Earlier) => {
    const response = await host
      .transport({ ...request, ...(signal && { signal }) })
      .catch((cause: unknown) => {
        throw errorOfTransport(cause, changes);
      });
    if (isSuccess(operation, response)) {
      // After a lost response, it may be the one to an earlier attempt of this call.
      if (!mayHaveRun && isReplayed(response)) onReplay?.();
      return operation.output && fromWire(operation.output, response.body);
    }
    const error = atOperation(operation, errorOfResponse(response, operation.input, changes));
    // The request whose response was lost may have deleted the object.
    if (operation.method === 'DELETE' && error.code === 'not_found' && mayHaveRun) return undefined;
    throw error;
  };
  return retrying(
    host,
    signal,
    attempt,
    (error) => takesIdempotencyKey(operation) && isRefusal(error),
  );
}

/**
 * Returns the error of an operation. With a wrong base URL, a request may reach another object or the
 * path of another operation, whose error would blame an object that the caller never named.
 */
function atOperation(operation: Operation, error: ApiError): ApiError {
  const { code, requestId: request_id } = error;
  const isElsewhere =
    code === 'method_not_allowed' ||
    (code === 'not_found' && !operation.errors.some((one) => one === code));
  if (!isElsewhere) return error;
  return errorOfProblem({ code: 'unknown_path', request_id }, operation.input)!;
}

/**
 * Returns true if the service refused the request after it looked up the idempotency key, so no earlier
 * request with the key succeeded. It checks the API key first, and a proxy never gets that far.
 */
export const isRefusal = ({ code, status, retryable }: ApiError): boolean =>
  !retryable &&
  !['unexpected_response', 'unknown_path'].includes(code) &&
  [404, 409, 422].includes(status);

/** A proxy that responds with its own page does not know the status of an empty response. */
const isSuccess = (
  { output, status: expected }: Operation,
  { status, body }: HttpResponse,
): boolean =>
  output ? status < 300 && isOutput(output, body) : [expected].flat().some((one) => one === status);

const isReplayed = ({ headers: received }: HttpResponse): boolean =>
  received[headers.idempotentReplayed.toLowerCase()] === 'true';

function buildRequest(
  host: Host,
  operation: Operation,
  input: Record<string, unknown>,
  idempotencyKey: string | undefined,
): HttpRequest {
  try {
    const key = takesIdempotencyKey(operation) ? (idempotencyKey ?? host.createKey()) : undefined;
    // Some transports fail for an invalid header only when they send it.
    if (key !== undefined && !isIdempotencyKey(key)) throw invalidKey();
    return toRequest(operation, input, key);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw unsendable([], cause);
  }
}

const invalidKey = (): ApiError =>
  new ApiError({
    message: errors.invalid_idempotency_key.title,
    code: 'invalid_idempotency_key',
    status: 0,
    remedy: errors.invalid_idempotency_key.remedy,
  });

/** Puts each input into the path if the path names it, and otherwise into the query or the body. */
export function toRequest(
  operation: Operation,
  input: Record<string, unknown>,
  idempotencyKey?: string,
): HttpRequest {
  const { method, path, input: schema } = operation;
  const inPath = pathFields(path);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => toSegment(input[name]));
  const given = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.includes(name)),
  );
  const rest = encodeInput(given, '');
  const json = hasBody(operation) && Object.keys(rest).length > 0;
  return {
    method,
    path: hasBody(operation)
      ? address
      : address + toQuery(toWire(schema, rest) as Record<string, unknown>),
    ...(json && { body: toWire(schema, rest) as Record<string, unknown> }),
    headers: {
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && {
        [headers.idempotencyKey.toLowerCase()]: idempotencyKey,
      }),
    },
  };
}

/** Refuses the segments that HTTP libraries remove, because the request would reach another path. */
function toSegment(value: unknown): string {
  const segment = encodeURIComponent(String(value));
  if (segment === '.' || segment === '..') throw new RangeError('The path cannot contain this ID');
  return segment;
}

/**
 * Repeats the name for each item of a list: `?type=a&type=b`. Refuses an empty list, because without
 * the filter, the service would list everything.
 */
function toQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (items.length === 0)
      throw refusedField(`/${name}`, 'too_short', 'must have at least 1 item');
    return items.map((one) => `${name}=${encodeURIComponent(String(one))}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const mapValues = <K extends string, V, U>(
  object: Readonly<Record<K, V>>,
  map: (value: V) => U,
): Record<K, U> =>
  Object.fromEntries(Object.entries<V>(object).map(([key, value]) => [key, map(value)])) as Record<
    K,
    U
  >;
