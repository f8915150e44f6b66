import { formatCount, limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { limitRows } from '../accounts/limitRows.ts';
import { hideOptOuts } from '../consents/optOuts.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { newId } from '../lib/ids.ts';
import { coverUntil } from './coverUntil.ts';
import { cancelUnsent } from './eraseMessages.ts';
import { findPerson } from './findPerson.ts';
import { hashOfErased } from './lateReceipts.ts';

/**
 * Deletes a contact, or finds a person by the number alone, and lets the service erase everything
 * else in the background, because it can take long. Opt-outs stay, without the number. Returns the
 * ID of the erasure.
 */
export async function requestErasure(unit: UnitOfWork, idOrPhone: string): Promise<string> {
  const { context, trx, account } = unit;
  const { phone, contact } = await findPerson(unit, idOrPhone);
  // Requests at the same moment can exceed the limit by their number.
  const tooMany = `The service is erasing ${formatCount(limits.runningErasures)} people. Wait until some erasures are complete.`;
  const isRunning = sql<boolean>`status = 'running'`;
  await limitRows(unit, 'erasure', limits.runningErasures, tooMany, isRunning);
  const phones = equivalentNumbers(phone);
  // A received text locks its bursts before the contact. Later texts join new bursts.
  await sql`
    delete from burst where (webhook_id, conversation_id) in (
      select webhook_id, conversation_id from burst
      where account_id = ${account.id} and conversation_id in (
        select id from conversation
        where account_id = ${account.id} and phone = any(${phones}::text[]))
      order by webhook_id, conversation_id for update)`.execute(trx);
  const own = sql`account_id = ${account.id} and phone = any(${phones}::text[])`;
  await sql`select id from contact where ${own} order by phone for update`.execute(trx);
  await sql`delete from contact where ${own}`.execute(trx);
  // An event about the end of a verification would come after the request.
  await sql`
    update verification set status = 'canceled', code_hash = null
    where ${own} and status = 'pending'`.execute(trx);
  await hideOptOuts(context, trx, account.id, phones);
  const row = {
    id: newId('ers'),
    account_id: account.id,
    contact_id: contact?.id ?? null,
    status: 'running' as const,
    phones,
    phone_hash: hashOfErased(context, phone),
    // After the locks, because what their holders stored is earlier data of the person.
    created_at: await coverUntil(unit, phones),
  };
  await trx.insertInto('erasure').values(row).execute();
  await cancelUnsent({ ...row, context, trx, cursor: '' });
  return row.id;
}
