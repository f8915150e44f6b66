// This code is not executed. It is for type checking only.
import type { CallInput } from '@textloom/shared/client';
import type { Contract, Event, Operation, Output } from '@textloom/shared/contract';
import { paginate } from '../../sdks/node/src/paginate.ts';
import type {
  Attempt,
  Carrier,
  Resources,
  TextloomEvent,
} from '../../sdks/node/src/types.generated.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const holds = <T extends true>(): T => true as T;

type Widened<T> = T extends string
  ? string
  : T extends object
    ? { [K in keyof T]: Widened<T[K]> }
    : T;
/** The generated types list some values that the contract infers as any string. */
type Fits<A, B> = [A] extends [B] ? Same<Widened<A>, Widened<B>> : false;

/** The client sends a `Date` as a text. */
type Sent<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Sent<T[K]> } : T;

type Plural<R extends string> = R extends 'account' ? R : `${R}s`;
type FunctionOf<R extends keyof Contract, O> =
  Plural<R> extends keyof Resources
    ? O extends keyof Resources[Plural<R>]
      ? Resources[Plural<R>][O]
      : never
    : never;

type InPath<P> = P extends `${string}{${infer Name}}${infer Rest}` ? [Name, ...InPath<Rest>] : [];
/** The arguments after the IDs. */
type AfterIds<F, Names> = F extends (...args: infer A) => unknown
  ? Names extends [unknown, ...infer Others]
    ? Required<A> extends [string, ...infer Rest]
      ? AfterIds<(...args: Rest) => unknown, Others>
      : never
    : Required<A>
  : never;
type Params<O extends Operation> = Omit<CallInput<O>, InPath<O['path']>[number] & string>;

/** Whether a function of the client accepts and returns the types of the contract. */
type Agrees<F, O extends Operation> = F extends (...args: never[]) => Promise<infer Answer>
  ? Fits<Answer, Output<O> extends undefined ? void : Output<O>> extends true
    ? AfterIds<F, InPath<O['path']>> extends [infer First, infer _Options]
      ? Fits<Sent<First>, Params<O>>
      : Same<keyof Params<O>, never>
    : 'response'
  : 'missing';
type Disagreements = {
  [R in keyof Contract]: {
    [O in keyof Contract[R]]: Contract[R][O] extends Operation
      ? Agrees<FunctionOf<R, O>, Contract[R][O]> extends true
        ? never
        : [R, O, Agrees<FunctionOf<R, O>, Contract[R][O]>]
      : never;
  }[keyof Contract[R]];
}[keyof Contract];

holds<Same<Disagreements, never>>();
holds<Same<TextloomEvent, Event>>();
// @ts-expect-error the function of another operation does not agree
holds<Same<Agrees<Resources['messages']['get'], Contract['contact']['get']>, true>>();

declare const { carriers, messages }: Resources;
const attempts = paginate(messages.attempts, 'msg_1', { limit: 1 });
holds<Same<typeof attempts, AsyncGenerator<Attempt, void, undefined>>>();
// @ts-expect-error a list without an ID in its path does not accept one
paginate(messages.list, 'msg_1');
// @ts-expect-error no list has this filter
paginate(messages.list, { statuss: 'failed' });
const signal = AbortSignal.timeout(1);
paginate(messages.list, { status: 'failed' }, { signal });
paginate(messages.attempts, 'msg_1', {}, { signal });
// @ts-expect-error a list has no key
paginate(messages.list, {}, { idempotencyKey: 'order-7' });
// @ts-expect-error options are not inputs
paginate(messages.list, { signal });
const everyCarrier = paginate(carriers.list, { signal });
holds<Same<typeof everyCarrier, AsyncGenerator<Carrier, void, undefined>>>();
