import {
  contract,
  limits,
  type Broadcast,
  type FilledInput,
  type NewBroadcast,
} from '@textloom/shared/contract';
import { sql } from 'kysely';
import { limitRows } from '../accounts/limitRows.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { withDefaults } from '../core/withDefaults.ts';
import { newId } from '../lib/ids.ts';
import { runBroadcast } from './broadcastStatus.ts';
import { checkBroadcast, tooManyRecipients } from './checkBroadcast.ts';
import { readBroadcast } from './toBroadcast.ts';

const { create } = contract.broadcast;

/** Stores a broadcast, and starts it unless it waits for its time. */
export async function createBroadcast(
  unit: UnitOfWork,
  input: FilledInput<typeof create>,
): Promise<Broadcast> {
  const { trx, account, context, now } = unit;
  const { content, sendAt } = await checkBroadcast(unit, input);
  await lockAccount(unit);
  const tooMany = `The account has ${limits.broadcasts} broadcasts that have not ended. Wait until one ends, or cancel one.`;
  await limitRows(unit, 'broadcast', limits.broadcasts, tooMany, sql`completed_at is null`);
  await checkSize(unit, input.audience);
  const id = newId('brd');
  await trx
    .insertInto('broadcast')
    .values({
      id,
      account_id: account.id,
      name: input.name.trim(),
      status: 'scheduled',
      stopped_reason: null,
      audience: JSON.stringify(input.audience),
      ...content,
      media: content.media && JSON.stringify(content.media),
      metadata: JSON.stringify(content.metadata),
      messages_per_minute: input.messages_per_minute ?? null,
      ...(input.stop_rules ?? withDefaults(create.input.properties.stop_rules, {})),
      send_at: sendAt,
      created_at: now,
      started_at: null,
      completed_at: null,
    })
    .execute();
  await trx.insertInto('broadcast_work').values({ broadcast_id: id }).execute();
  if (sendAt === null) await runBroadcast(context, trx, id, null);
  return readBroadcast(trx, id);
}

/**
 * Refuses an audience that is certainly too large. With a filter, excluded lists, or several lists
 * whose contacts may be the same, the size is unknown until the broadcast starts.
 */
async function checkSize(
  { trx, account }: UnitOfWork,
  { list_ids, exclude_list_ids, all_contacts, filter }: NewBroadcast['audience'],
): Promise<void> {
  if (filter || exclude_list_ids || (!all_contacts && list_ids?.[1])) return;
  const most = limits.broadcastRecipients;
  const contacts =
    list_ids && !all_contacts
      ? sql`select from list_contact where list_id = ${list_ids[0]!}`
      : sql`select from contact where account_id = ${account.id}`;
  const { rows } = await sql`
    select from (${contacts} limit ${most + 1}) as one offset ${most}`.execute(trx);
  if (rows.length > 0) throw tooManyRecipients();
}
