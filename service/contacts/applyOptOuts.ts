import type { ContactStatus } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { everywhere } from '../consents/optOuts.ts';
import type { Trx } from '../store/database.ts';
import { changedAt, listIds, type ContactRow } from './toContact.ts';

interface Change {
  readonly accountId: string;
  readonly phones: readonly string[];
  readonly now: Date;
  /** The status of a contact that had another one and has no opt-out of all numbers anymore. */
  readonly optedIn?: { readonly status: ContactStatus; readonly consent?: ContactRow['consent'] };
}

/**
 * Derives the status and the opted-out numbers of locked contacts from the opt-outs of their phone
 * numbers, after these have changed. Returns the contacts.
 */
export async function applyOptOuts(
  trx: Trx,
  { accountId, phones, now, optedIn }: Change,
): Promise<ContactRow[]> {
  if (phones.length === 0) return [];
  const own = sql`opt_out.account_id = contact.account_id and opt_out.phone = contact.phone`;
  return trx
    .updateTable('contact')
    .set({
      status: sql<ContactStatus>`case
        when exists (select from opt_out where ${own} and number = ${everywhere}) then 'opted_out'
        else coalesce(${optedIn?.status ?? null}, contact.status)
      end`,
      opted_out_numbers: sql<string[]>`array(
        select number from opt_out where ${own} and number <> ${everywhere} order by number
      )`,
      ...(optedIn?.consent && { consent: JSON.stringify(optedIn.consent) }),
      updated_at: changedAt(now),
    })
    .where('account_id', '=', accountId)
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .returningAll()
    .returning(listIds)
    .execute();
}
