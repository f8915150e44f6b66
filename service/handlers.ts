import type { Client } from '@textloom/shared/client';
import type { Caller } from './http/authenticate.ts';
import type { Refused } from './http/judgeItems.ts';
import type { Context } from './context.ts';
import type { inBatches } from './routes/inBatches.ts';
import type { Trx } from './store/database.ts';

/** One request, as its handler sees it. */
export interface Call extends Omit<Caller, 'seal'> {
  readonly context: Context;
  /** Everything of a request happens in one transaction, its jobs and its idempotency key included. */
  readonly trx: Trx;
  readonly now: Date;
  readonly requestId: string;
  readonly allowPrivateWebhooks: boolean;
  /** Of a list whose items are judged each by itself, those that are not valid; the handler answers with the reason. */
  readonly refused: Refused;
  /** Runs what is only right once the transaction is committed, then. */
  readonly afterCommit: (work: () => void) => void;
  /** Says that an upsert has found something to update, so that it answers 200 rather than 201. */
  readonly updated: () => void;
}

type InBatches = typeof inBatches;

/** What the service implements is what the client offers: an operation without a handler does not compile. */
export type Handlers = {
  [R in keyof Client]: (
    call: Call,
  ) => Omit<Client[R], R extends keyof InBatches ? keyof InBatches[R] : never>;
};
