import type { Contract, FilledInput, Operation, Output } from '@textloom/shared/contract';
import type { Caller } from '../accounts/caller.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { ServiceError } from '../errors/serviceError.ts';

/** Maps the indexes of rejected items to the reasons. */
export type Refused = ReadonlyMap<number, ServiceError>;

/** The request that a handler receives. */
export interface Call extends Omit<UnitOfWork, 'keyId'>, Caller {
  readonly requestId: string;
  /**
   * The invalid items of a list whose items are validated one by one. The handler returns the
   * reason for each.
   */
  readonly refused: Refused;
  /**
   * Names what the request changes for the audit log, if neither the path nor the response contains
   * its ID.
   */
  readonly setAuditedResource: (id: string) => void;
  /** Leaves the request out of the audit log, because programs repeat it for each message. */
  readonly skipAudit: () => void;
  /** Marks an upsert as an update, so that the response is 200 rather than 201. */
  readonly markUpdated: () => void;
}

/** Handles one request in a separate transaction. */
export type SingleHandler<I, O> = (call: Call, input: I) => Promise<O>;

/**
 * Calls providers or reads the database before the transaction starts, because a transaction that
 * waits holds locks and a connection. Returns the work of the transaction.
 */
export interface PreparingHandler<I, O> {
  readonly prepare: (
    caller: Pick<UnitOfWork, 'context' | 'account'>,
    input: I,
  ) => Promise<(call: Call) => Promise<O>>;
  /**
   * Whether the preparation can take long, and uses no or few connections. Other requests of the
   * account then do not wait for it.
   */
  readonly preparesOutsideQueue?: true;
}

/**
 * Handles a request whose response has a result for each of its items. The audit log must leave the
 * operation out.
 */
export interface ItemwiseHandler<I, O> {
  readonly runItems: SingleHandler<I, O>;
  /**
   * Tries the items again that an earlier request with the same idempotency key refused, and keeps
   * the other results. Returns undefined if it refused none.
   */
  readonly retryRefused: (call: Call, input: I, earlier: O) => Promise<Retried<O> | undefined>;
}

export interface Retried<O> {
  readonly output: O;
  /** Whether an item was accepted now, so that the service must not run it again. */
  readonly isProgress: boolean;
}

/**
 * Handles requests that one account makes at the same time, in one transaction. It returns a result
 * for each input, in order.
 */
export interface BatchHandler<I, O> {
  readonly batch: (
    unit: UnitOfWork,
    inputs: readonly I[],
  ) => Promise<readonly (O | ServiceError)[]>;
}

/**
 * Handles one request in several transactions, because one would lock others out for too long. When
 * a batch fails, the batches before it stay, so the work must be repeatable.
 */
export interface LongHandler<I, O> {
  /** Returns the work of each transaction, without running it. */
  readonly splitIntoBatches: (input: I) => Promise<readonly ((unit: UnitOfWork) => Promise<O>)[]>;
  /** Combines the results of the batches into the response. */
  readonly mergeResults: (outputs: readonly O[]) => O;
}

export type Handler<I, O> =
  | SingleHandler<I, O>
  | PreparingHandler<I, O>
  | ItemwiseHandler<I, O>
  | BatchHandler<I, O>
  | LongHandler<I, O>;

/**
 * One handler for each operation of the contract: an operation without a handler does not compile.
 */
export type Handlers = {
  readonly [R in keyof Contract]: {
    readonly [N in keyof Contract[R]]: Contract[R][N] extends Operation
      ? Handler<FilledInput<Contract[R][N]>, Output<Contract[R][N]>>
      : never;
  };
};
