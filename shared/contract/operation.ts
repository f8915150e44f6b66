import type { ErrorCode } from './errors.ts';
import type { Infer, ObjectSchema } from './schema.ts';

/** What a key may do; each scope includes the ones before it. */
export const scopes = ['read', 'send', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Every `{name}` is a required input; the rest travels in the query of a GET or DELETE, else in the body. */
  readonly path: `/${string}`;
  /** Sentence case without articles: "Send message". */
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly input: ObjectSchema;
  /** Absent where the answer is 204. */
  readonly output?: ObjectSchema;
  /** The status of success; of an upsert first the one for "created", then the one for "updated". */
  readonly status: 200 | 201 | 202 | 204 | readonly [201, 200];
  /** Of a POST that changes nothing, and so takes no idempotency key. */
  readonly safe?: true;
  /** What this operation may answer beside the errors that any operation may (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of an operation and checks it against the shape. */
export const operation = <const O extends Operation>(definition: O): O => definition;

export type Input<O extends Operation> = Infer<O['input']>;
export type Output<O extends Operation> = O extends { output: infer S } ? Infer<S> : undefined;

/** True where an input travels in the body rather than the query. */
export const hasBody = ({ method }: Pick<Operation, 'method'>): boolean =>
  method !== 'GET' && method !== 'DELETE';

/** True where a repeated request must count once: of every POST that changes something. */
export const takesIdempotencyKey = ({
  method,
  safe,
}: Pick<Operation, 'method' | 'safe'>): boolean => method === 'POST' && !safe;

/** The names in a path's braces. */
export const pathFields = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
