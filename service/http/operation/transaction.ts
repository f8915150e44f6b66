import type { Operation } from '@textloom/shared/contract';
import type { Context } from '../../core/context.ts';
import type { KeyedRequest, Result, Scope } from '../../core/idempotencyKeys.ts';
import type { UnitOfWork } from '../../core/unitOfWork.ts';
import { ServiceError } from '../../errors/serviceError.ts';
import type { Trx } from '../../store/database.ts';
import { commit, type AfterCommit } from '../../store/groupCommit.ts';
import type { ValidRequest } from './auditRequest.ts';
import { hasSecret } from './hasSecret.ts';

/** What requests ask for: one operation of this service. */
export interface Target {
  readonly context: Context;
  readonly operation: Operation;
}

export interface RequestWithKey extends ValidRequest {
  /** The idempotency key, with the value as requests with the same key are compared. */
  readonly keyed: KeyedRequest;
  /** The value as the handler gets it. A new default must not change what is compared. */
  readonly input: unknown;
}

/** Runs a request in one or more transactions. Returns or throws its refusal. */
export type Runner = (request: RequestWithKey) => Promise<Result<unknown>>;

/** The requests of one account within a transaction. */
export interface Transaction extends Target {
  readonly trx: Trx;
  readonly requests: readonly RequestWithKey[];
  readonly afterCommit: AfterCommit;
}

/** Does work of one request in a separate transaction. */
export const inTransaction = <T>(
  target: Target,
  request: RequestWithKey,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> =>
  commit(target.context.db, (trx, afterCommit) =>
    work({ ...target, trx, requests: [request], afterCommit }),
  );

export const toUnitOfWork = ({ context, trx, requests, afterCommit }: Transaction): UnitOfWork => ({
  context,
  trx,
  account: requests[0]!.caller.account,
  now: context.clock(),
  afterCommit,
});

/** Returns where the idempotency keys of the requests apply. */
export function toScope({ context, operation, trx, requests }: Transaction): Scope {
  const { caller } = requests[0]!;
  return {
    trx,
    accountId: caller.account.id,
    path: operation.path,
    now: context.clock(),
    cipher: hasSecret(operation) ? caller.cipher : undefined,
  };
}

/** Returns the result of a request. An upsert has a separate status for an update. */
export function toResult({ operation }: Target, body: unknown, isUpdate = false): Result<unknown> {
  if (body instanceof ServiceError) return body;
  const statuses = [operation.status].flat();
  return { status: statuses.at(isUpdate ? -1 : 0)!, body };
}
