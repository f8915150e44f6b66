import type { Contact } from '@textloom/shared/contract';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Trx } from '../store/database.ts';
import { advance } from './advance.ts';
import { contactOf, listIds, type ContactRow } from './contactOf.ts';
import { recordEvents } from './recordEvents.ts';

interface Recipient {
  readonly accountId: string;
  /** E.164. */
  readonly phone: string;
}

/**
 * Notes that a recipient wants no more messages: the contact is opted out, what waits for the
 * recipient fails. The consent stays on record: it says what was agreed to until then, and does not
 * count for a new subscription. False where that was known already.
 */
export async function optOut(
  context: Context,
  trx: Trx,
  { accountId, phone }: Recipient,
): Promise<boolean> {
  const now = context.clock();
  // The contact is locked before its opt-out, here as everywhere, so that no two wait for each other.
  const before = await findContact(trx, { accountId, phone });
  const fresh = await trx
    .insertInto('opt_out')
    .values({ account_id: accountId, phone, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('phone')
    .executeTakeFirst();
  if (!fresh) return false;
  await failWaiting(context, trx, { accountId, phone });
  const contact = await trx
    .insertInto('contact')
    .values({
      id: newId('con'),
      account_id: accountId,
      phone,
      attributes: '{}',
      status: 'opted_out',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'phone'])
        .doUpdateSet({ status: 'opted_out', updated_at: now }),
    )
    .returningAll()
    .returning(listIds)
    .executeTakeFirstOrThrow();
  const data = { ...contactOf(contact), previous_status: before?.status ?? null };
  await recordEvents(context, trx, [{ accountId, type: 'contact.opted_out', data }]);
  return true;
}

/**
 * Notes that a recipient wants messages again, with the consent that was given just now if any.
 * False where nothing stood against it.
 */
export async function optIn(
  context: Context,
  trx: Trx,
  { accountId, phone }: Recipient,
  consent?: Contact['consent'],
): Promise<boolean> {
  const before = await findContact(trx, { accountId, phone });
  const lifted = await trx
    .deleteFrom('opt_out')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .returning('phone')
    .executeTakeFirst();
  if (!lifted) return false;
  if (before) {
    const contact = await trx
      .updateTable('contact')
      .set({
        status: 'subscribed',
        ...(consent && { consent: JSON.stringify(consent) }),
        updated_at: context.clock(),
      })
      .where('id', '=', before.id)
      .returningAll()
      .returning(listIds)
      .executeTakeFirstOrThrow();
    const data = { ...contactOf(contact), previous_status: before.status };
    await recordEvents(context, trx, [{ accountId, type: 'contact.opted_in', data }]);
  }
  return true;
}

async function failWaiting(
  context: Context,
  trx: Trx,
  { accountId, phone }: Recipient,
): Promise<void> {
  const waiting = await trx
    .selectFrom('message')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recipient', '=', phone)
    .where('status', 'in', ['scheduled', 'queued'])
    .where('submitting_at', 'is', null)
    .where('is_keyword_reply', '=', false)
    // Locked: what is claimed for the carrier at this moment is either seen as claimed or not claimed.
    .orderBy('id')
    .forUpdate()
    .execute();
  await advance(
    context,
    trx,
    waiting.map(({ id }) => ({ messageId: id, to: 'failed', error: 'recipient_opted_out' })),
  );
}

const findContact = (trx: Trx, { accountId, phone }: Recipient): Promise<ContactRow | undefined> =>
  trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirst();
