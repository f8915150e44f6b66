import type { PgBoss } from 'pg-boss';
import type { Db } from '../store/database.ts';
import type { Enqueue } from '../store/jobs.ts';
import type { Callbacks } from './callbacks.ts';
import type { Carrier } from './carrier.ts';
import type { Fields, ValuesOf } from './settings.ts';

/** What a carrier may use of the service. */
export interface CarrierDeps {
  readonly db: Db;
  readonly boss: PgBoss;
  readonly enqueue: Enqueue;
  readonly clock: () => Date;
  /** Logs a failure. Secrets of the carrier are removed from it. */
  readonly onError: (error: unknown, doing: string) => void;
}

/** Where the carrier is in the service. */
export interface CarrierPlace {
  /** The name in `CARRIERS`. Messages and receipts are stored under it. */
  readonly name: string;
  /** The public URL of the carrier's callbacks, without a slash at the end. */
  readonly callbackUrl: string;
}

/** Whether the provider serves the account. A code says why not. */
export type AccountCheck =
  | { readonly kind: 'served' }
  /** The settings name no request that could tell. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused' | 'unreachable'; readonly code: string };

interface Definition<T extends string, F extends Fields> {
  /** The value of `type` in `CARRIERS`. */
  readonly type: T;
  /** The only name of carriers of this type. Without it, `CARRIERS` must name each of them. */
  readonly name?: string;
  readonly settings: F;
  /** Checks settings that depend on each other. `fail` ends with an error about one of them. */
  readonly check?: (settings: ValuesOf<F>, fail: (name: string, what: string) => never) => void;
  /** Says what to do about an error code of the provider, as a sentence without a full stop. */
  readonly advice?: Readonly<Record<string, string>>;
  /** Asks the provider whether it serves the account. Sends no message. */
  readonly checkAccount?: (settings: ValuesOf<F>) => Promise<AccountCheck>;
  /** Creates the carrier. It does nothing until it starts. */
  readonly create: (settings: ValuesOf<F>, place: CarrierPlace, deps: CarrierDeps) => Carrier;
  /** How to read what the provider posts to `/carriers/{name}/…`. It keeps no state. */
  readonly callbacks?: (settings: ValuesOf<F>, place: CarrierPlace) => Callbacks;
}

/** A type of carrier whose settings the registry does not need to know. */
export type CarrierType<T extends string = string> = Definition<T, Fields>;

/**
 * Defines a type of carrier. To offer it, add it to the registry, which is the only place that
 * lists types.
 */
export const defineCarrier = <const T extends string, F extends Fields>({
  check,
  checkAccount,
  create,
  callbacks,
  ...definition
}: Definition<T, F>): CarrierType<T> => {
  // The settings that reach a definition are always those that its own fields read.
  const own = (settings: ValuesOf<Fields>) => settings as ValuesOf<F>;
  return {
    ...definition,
    ...(check && { check: (settings, fail) => check(own(settings), fail) }),
    ...(checkAccount && { checkAccount: (settings) => checkAccount(own(settings)) }),
    create: (settings, place, deps) => create(own(settings), place, deps),
    ...(callbacks && { callbacks: (settings, place) => callbacks(own(settings), place) }),
  };
};
