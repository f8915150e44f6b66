import type { Message } from '@textloom/shared/contract';
import { sql, type Insertable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { messageStatuses } from '../observability/metrics.ts';
import { insertMany } from '../store/insertMany.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { draftMessages } from './draftMessages.ts';
import type { NewMessage } from './facts.ts';
import { addSent } from '../conversations/addSent.ts';
import { toMessage, type MessageRow } from './toMessage.ts';
import { priorityByPurpose } from './purpose.ts';
import { spendSegments } from '../accounts/spendSegments.ts';

/**
 * Checks messages to send, and stores and queues those that pass, in the transaction of the unit.
 * Returns a result for each, in order. A refused message does not stop the others.
 */
export async function sendMessages(
  unit: UnitOfWork,
  inputs: readonly NewMessage[],
): Promise<(Message | ServiceError)[]> {
  const results = (await draftMessages(unit, inputs)).map(({ row }) => row);
  const rows = results.flatMap((result) => (result instanceof ServiceError ? [] : [result]));
  const stored = new Map((await storeMessages(unit, rows)).map((row) => [row.id, row]));
  return results.map((result) =>
    result instanceof ServiceError ? result : toMessage(stored.get(result.id)!),
  );
}

/** Stores and queues messages that passed all checks, and spends their segments. */
export async function storeMessages(
  { trx, context, account, now, afterCommit }: UnitOfWork,
  newRows: readonly Insertable<MessageTable>[],
): Promise<MessageRow[]> {
  if (newRows.length === 0) return [];
  const segments = newRows.reduce((sum, row) => sum + row.segments, 0);
  await spendSegments(trx, account, now, segments);
  const queuedRows = newRows.map((row) => ({
    ...row,
    priority: priorityByPurpose[row.purpose],
    due_at: row.send_at ?? row.created_at,
  }));
  const insert = insertMany('message', queuedRows, ['metadata', 'media', 'error']);
  const { rows } = await sql<MessageRow>`${insert} returning *`.execute(trx);
  await addSent(trx, rows);
  afterCommit(context.wakeDispatch);
  afterCommit(() => rows.forEach(({ status }) => messageStatuses.inc({ status })));
  return rows;
}
