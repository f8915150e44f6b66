import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { BroadcastTables } from '../store/tables/broadcastTables.ts';
import type { BroadcastRow } from './changeStatus.ts';

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

const longestIdleSeconds = 30;

/** Returns when to look again after steps that changed nothing: less and less often. */
export const idleUntil = (idleSteps: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${Math.min(2 ** idleSteps / 2, longestIdleSeconds)})`;
