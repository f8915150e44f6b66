import {
  contract,
  errors,
  fromWire,
  hasBody,
  headers,
  pathFields,
  takesIdempotencyKey,
  toWire,
  type Contract,
  type Input,
  type Operation,
  type Output,
} from '../contract/index.ts';
import { ApiError, errorOfResponse } from './error.ts';
import { retrying, type Clock } from './retry.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

export interface CallOptions {
  /** Makes a repeated POST count once; made for each call that takes one where it is not given. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Every operation of the contract as a typed function. */
export type Client = {
  [R in keyof Contract]: {
    [O in keyof Contract[R]]: Contract[R][O] extends Operation
      ? (input: Input<Contract[R][O]>, options?: CallOptions) => Promise<Output<Contract[R][O]>>
      : never;
  };
};

/** What the client needs of its host beside the transport. */
export interface Host extends Clock {
  readonly transport: Transport;
  /** A fresh idempotency key: 1 to 255 visible ASCII characters. */
  readonly createKey: () => string;
}

/** A client over the given host. Its calls reject with an `ApiError`, and with nothing else. */
export function createClient(host: Host): Client {
  const resource = (operations: Record<string, Operation>) =>
    mapValues(
      operations,
      (operation) => (input: Record<string, unknown>, options?: CallOptions) =>
        call(host, operation, input, options),
    );
  return mapValues(contract, resource) as unknown as Client;
}

/** The untyped way in, for hosts that learn the operation at run time. */
export async function call(
  host: Host,
  operation: Operation,
  input: Record<string, unknown>,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<unknown> {
  const request = buildRequest(host, operation, input, idempotencyKey);
  let lostAnswer = false;
  return retrying(host, signal, async () => {
    const response = await host
      .transport({ ...request, ...(signal && { signal }) })
      .catch((error: unknown) => {
        lostAnswer = true;
        throw error;
      });
    if (isSuccess(operation, response))
      return operation.output && fromWire(operation.output, response.body);
    const error = errorOfResponse(response, operation.input);
    // The request whose answer was lost may well have done it.
    if (operation.method === 'DELETE' && error.code === 'not_found' && lostAnswer) return undefined;
    throw error;
  });
}

const isSuccess = ({ output }: Operation, { status, body }: HttpResponse): boolean =>
  status < 300 && (!output || (typeof body === 'object' && body !== null && !Array.isArray(body)));

function buildRequest(
  host: Host,
  operation: Operation,
  input: Record<string, unknown>,
  idempotencyKey: string | undefined,
): HttpRequest {
  try {
    const key = takesIdempotencyKey(operation) ? (idempotencyKey ?? host.createKey()) : undefined;
    return toRequest(operation, input, key);
  } catch (cause) {
    throw new ApiError({
      message: 'The inputs cannot be put into a request',
      code: 'validation_failed',
      status: 0,
      remedy: errors.validation_failed.remedy,
      cause,
    });
  }
}

/** Where each input travels: in the path where the path names it, else in the query or the body. */
export function toRequest(
  operation: Operation,
  input: Record<string, unknown>,
  idempotencyKey?: string,
): HttpRequest {
  const { method, path, input: schema } = operation;
  const inPath = pathFields(path);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const rest = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.includes(name)),
  );
  const json = hasBody(operation) && Object.keys(rest).length > 0;
  return {
    method,
    path: hasBody(operation)
      ? address
      : address + queryOf(toWire(schema, rest) as Record<string, unknown>),
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

/** A list travels as a repeated name: `?type=a&type=b`. */
function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => `${name}=${encodeURIComponent(String(one))}`,
    ),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const mapValues = <V, U>(
  object: Readonly<Record<string, V>>,
  map: (value: V) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
