import type { ErrorCode } from './errors.ts';
import type { Infer, ObjectSchema, UnionSchema } from './schema.ts';

/** Each scope of a key includes the ones before it. */
export const scopes = ['read', 'send', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Every `{name}` is a required input. A GET or DELETE sends the other inputs in the query, any
   * other method in the body.
   */
  readonly path: `/${string}`;
  /** In sentence case and without articles: "Send message". */
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly input: ObjectSchema;
  /** Absent if the response is 204. */
  readonly output?: ObjectSchema | UnionSchema;
  /**
   * The status of a success. An upsert lists the status for "created" first, then the status for
   * "updated".
   */
  readonly status: 200 | 201 | 202 | 204 | readonly [201, 200];
  /** Marks a POST that changes nothing, and so takes no idempotency key. */
  readonly safe?: true;
  /**
   * Marks a POST that has the same effect if it runs twice, and so takes no idempotency key: the
   * stored response would hide what happened since.
   */
  readonly repeatable?: true;
  /**
   * Why the audit log leaves out this change, as a clause that continues "because". Without it, the
   * service records each change.
   */
  readonly notAudited?: string;
  /** Marks a read that the audit log records. */
  readonly audited?: true;
  /** The errors that this operation may return in addition to `commonErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of an operation and checks it against the shape. */
export const operation = <const O extends Operation>(definition: O): O => definition;

export type Input<O extends Operation> = Infer<O['input']>;
/** The input as the service reads it, with the default of each absent field. */
export type FilledInput<O extends Operation> = Infer<O['input'], true>;
export type Output<O extends Operation> = O extends { output: infer S } ? Infer<S> : undefined;

/** Returns true if a key with this scope may call an operation. `account.get` returns the scope of a key. */
export const mayCall = (scope: Scope, operation: Pick<Operation, 'scope'>): boolean =>
  scopes.indexOf(scope) >= scopes.indexOf(operation.scope);

/** Returns true if the inputs travel in the body rather than in the query. */
export const hasBody = ({ method }: Pick<Operation, 'method'>): boolean =>
  method !== 'GET' && method !== 'DELETE';

/** Returns true if the operation changes something. */
export const isChange = ({ method, safe }: Pick<Operation, 'method' | 'safe'>): boolean =>
  method !== 'GET' && !safe;

/** Returns true if the audit log records each successful request. */
export const isAudited = (
  operation: Pick<Operation, 'method' | 'safe' | 'audited' | 'notAudited'>,
): boolean =>
  operation.audited === true || (isChange(operation) && operation.notAudited === undefined);

/** Returns true if a repeated request must count once and get the first response. */
export const takesIdempotencyKey = ({
  method,
  safe,
  repeatable,
}: Pick<Operation, 'method' | 'safe' | 'repeatable'>): boolean =>
  method === 'POST' && !safe && !repeatable;

/** Returns the names in the braces of a path. */
export const pathFields = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
