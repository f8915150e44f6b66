import { call, type Host } from '@textloom/shared/client';
import { contract, pathFields, type Operation, type Resource } from '@textloom/shared/contract';
import { checkCount, checkInputs, readOptions } from './checkArguments.ts';
import { checkKeys } from './checkKeys.ts';
import { connect } from './connect.ts';
import type { TextloomOptions } from './options.ts';
import { observe } from './observe.ts';
import { publicError } from './publicError.ts';
import { Resources, type ChangeOptions } from './types.generated.ts';

/**
 * Calls the API of a Textloom service. Each operation is a function of its resource, such as
 * `textloom.messages.send`.
 */
export class Textloom extends Resources {
  constructor(options: TextloomOptions) {
    super();
    const host = connect(options);
    for (const resource of Object.keys(contract) as Resource[])
      Object.assign(this, { [toPropertyName(resource)]: createFunctions(host, resource) });
  }
}

const toPropertyName = (resource: Resource): string =>
  resource === 'account' ? resource : `${resource}s`;

const createFunctions = (host: Host, resource: Resource): object =>
  Object.fromEntries(
    Object.entries<Operation>(contract[resource]).map(([name, operation]) => [
      name,
      createFunction(host, operation),
    ]),
  );

/** Returns a function that takes the IDs in the path, then the other inputs if there are any, then options. */
function createFunction(
  host: Host,
  operation: Operation,
): (...given: unknown[]) => Promise<unknown> {
  const inPath = pathFields(operation.path);
  const hasParams = Object.keys(operation.input.properties).length > inPath.length;
  return async (...given) => {
    const ids = Object.fromEntries(
      inPath.map((name, index) => [name, requireId(name, given[index])]),
    );
    const [params, options] = hasParams
      ? given.slice(inPath.length)
      : [undefined, given[inPath.length]];
    checkInputs(params);
    const { idempotencyKey, signal, onResponse } = readOptions(
      options as ChangeOptions | undefined,
      ['idempotencyKey', 'signal', 'onResponse'],
    );
    checkCount(given, inPath.length + (hasParams ? 2 : 1));
    checkKeys((params as { readonly messages?: unknown } | undefined)?.messages, '/messages');
    return observe(host, onResponse, (observed) =>
      call(
        observed,
        operation,
        { ...(params as object | undefined), ...ids },
        { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(signal && { signal }) },
      ).catch((error: unknown) => {
        throw publicError(error, signal);
      }),
    );
  };
}

function requireId(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(`The argument "${name}" must be a string that is not empty.`);
}
