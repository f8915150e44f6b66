import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  basePath,
  headers as names,
  jsonSchema,
  operations,
  problemSchema,
  type Operation,
} from '@textloom/shared/contract';

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const isProblem = ajv.compile(jsonSchema(problemSchema, { closed: true }));
const outputs = new Map<Operation, ValidateFunction>();

/** What is wrong with an answer by the contract, whatever was asked; empty where all is well. */
export function faultsOfAnswer(method: string, url: string, answer: Answer): string[] {
  const path = url.split('?')[0]!;
  const found = [
    ...(answer.status >= 500 ? ['a failure of the service'] : []),
    ...(answer.headers[names.requestId.toLowerCase()] ? [] : ['no request id']),
    ...faultsOfLimits(path, answer),
    ...(answer.status >= 400
      ? faultsOfProblem(method, answer)
      : faultsOfOutput(method, path, answer)),
  ];
  return found.map((fault) => `${method} ${url.slice(0, 200)} answered ${answer.status}: ${fault}`);
}

/** What no router reads is refused before anyone is let in, and there is no one whose requests would count. */
function isReadable(path: string): boolean {
  try {
    return path.split('/').every((step) => decodeURIComponent(step).length <= 300);
  } catch {
    return false;
  }
}

function faultsOfLimits(path: string, { status, headers }: Answer): string[] {
  if (!path.startsWith(`${basePath}/`) || !isReadable(path)) return [];
  const missing = [names.rateLimit, names.rateLimitPolicy]
    .filter((name) => !headers[name.toLowerCase()])
    .map((name) => `no ${name}`);
  const waits = status === 429 || status === 503;
  return waits && !headers[names.retryAfter.toLowerCase()]
    ? [...missing, 'no Retry-After']
    : missing;
}

function faultsOfProblem(method: string, { status, headers, body }: Answer): string[] {
  if (method === 'HEAD') return [];
  const { 'content-type': type } = headers;
  if (!type?.startsWith('application/problem+json')) return [`a problem of type ${String(type)}`];
  if (!isProblem(body)) return [`not a problem: ${ajv.errorsText(isProblem.errors)}`];
  const problem = body as { status: number; request_id: string };
  return [
    ...(problem.status === status ? [] : [`a problem that says ${problem.status}`]),
    ...(problem.request_id === headers[names.requestId.toLowerCase()]
      ? []
      : ['another request id']),
  ];
}

function faultsOfOutput(method: string, path: string, { status, body }: Answer): string[] {
  const operation = operationOf(method, path);
  if (!operation) return [];
  const expected: readonly number[] = [operation.status].flat();
  if (!expected.includes(status)) return ['a status that the contract does not name'];
  if (!operation.output) return body === undefined ? [] : ['a body where there should be none'];
  let validate = outputs.get(operation);
  if (!validate) {
    validate = ajv.compile(jsonSchema(operation.output, { closed: true }));
    outputs.set(operation, validate);
  }
  return validate(body) ? [] : [ajv.errorsText(validate.errors)];
}

const patterns = operations.map(({ operation }) => ({
  operation,
  pattern: new RegExp(`^${basePath}${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation at an address. */
export const operationOf = (method: string, path: string): Operation | undefined =>
  patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
    ?.operation;
