import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { BroadcastTables } from '../store/tables/broadcastTables.ts';
import type { BroadcastRow } from './broadcastStatus.ts';

type WorkTable = BroadcastTables['broadcast_work'];

/** A piece of the work on a broadcast, in one transaction that holds the lock of the work. */
export interface Step extends UnitOfWork {
  readonly broadcast: BroadcastRow;
  readonly work: Selectable<WorkTable>;
  /** Stores how far the work is. */
  readonly save: (change: Updateable<WorkTable>) => Promise<void>;
}

export const createSave =
  ({ trx }: Pick<UnitOfWork, 'trx'>, broadcastId: string): Step['save'] =>
  async (change) => {
    await trx
      .updateTable('broadcast_work')
      .set(change)
      .where('broadcast_id', '=', broadcastId)
      .execute();
  };

/**
 * Returns how long to rest after steps that changed nothing: longer and longer. It stays short
 * while messages wait, because they can all leave soon, and a stop rule must hold them back.
 */
export const idleSeconds = (idleSteps: number, isWaiting: boolean): number =>
  Math.min(2 ** idleSteps / 2, isWaiting ? 2 : 30);

/** Returns when to look again after steps that changed nothing. */
export const idleUntil = (idleSteps: number, isWaiting: boolean): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${idleSeconds(idleSteps, isWaiting)})`;
