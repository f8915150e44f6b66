import type { Client } from '@textloom/shared/client';
import type { Caller } from '../accounts/caller.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { ServiceError } from '../lib/errors.ts';
import type { inBatches } from './inBatches.ts';

/** Why items of a list are refused, by their index. */
export type Refused = ReadonlyMap<number, ServiceError>;

/** A request as its handler sees it. */
export interface Call extends UnitOfWork, Caller {
  readonly requestId: string;
  readonly allowPrivateWebhooks: boolean;
  /** The invalid items of a list whose items are validated one by one; the handler returns the reason for each. */
  readonly refused: Refused;
  /** Marks an upsert as an update, so that the response is 200 rather than 201. */
  readonly updated: () => void;
}

type InBatches = typeof inBatches;

/** What the service implements is what the client offers: an operation without a handler does not compile. */
export type Handlers = {
  [R in keyof Client]: (
    call: Call,
  ) => Omit<Client[R], R extends keyof InBatches ? keyof InBatches[R] : never>;
};
