import { contract, type Input } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { joinLists } from './joinLists.ts';
import { toContact } from './toContact.ts';
import { readOptOuts, revealOptOuts } from '../consents/optOuts.ts';
import type { ConsentStatement } from '../consents/recordConsents.ts';
import { findOverListed } from './limitLists.ts';
import { lockExisting } from './lockContacts.ts';
import { findByPhone, hasOtherSpelling } from '../phones/equivalentNumbers.ts';
import { recordGivenConsents } from './recordGivenConsents.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';

export type NewContact = Input<(typeof contract)['contact']['upsert']>;

/** The maximum number of custom attributes of a contact. */
export const maxAttributes = contract.contact.upsert.input.properties.attributes.maxProperties;

/** The new state of a contact, from all rows with its number. */
export interface ContactUpsert {
  /** The ID to use if the account has no contact with this number. */
  readonly id: string;
  readonly lines: number[];
  /** The input, with the number in E.164 form. */
  readonly input: NewContact;
}

/** The ID of a stored contact, or the field that would exceed a limit of the contact. */
export type Stored =
  | { readonly id: string; readonly exceeded?: undefined }
  | { readonly exceeded: 'attributes' | 'lists' };

/**
 * Adds or updates contacts, adds them to locked lists, and records events for the new ones. Returns
 * a function that finds what became of them by number. Contacts that would exceed a limit remain
 * unchanged. Does not change or add opt-outs. Two upserts must not have spellings of one number.
 */
export async function storeContacts(
  unit: UnitOfWork,
  given: readonly Pick<ContactUpsert, 'id' | 'input'>[],
  lists: readonly string[],
  method: ConsentStatement['method'],
): Promise<(phone: string) => Stored> {
  if (given.length === 0) return () => ({ exceeded: 'attributes' });
  const { trx, account, now, context } = unit;
  const isLocking =
    lists.length > 0 ||
    given.some(
      ({ input }) =>
        hasOtherSpelling(input.phone) || (input.consent ?? input.status === 'subscribed'),
    );
  const written = given.map(({ input }) => input.phone);
  const before = isLocking
    ? await lockExisting(trx, { accountId: account.id, phones: written })
    : [];
  const findBefore = findByPhone(before);
  const overListed = await findOverListed(
    trx,
    before.map(({ id }) => id),
    lists,
  );
  const isOverListed = (phone: string) => overListed.has(findBefore(phone)?.id ?? '');
  const upserts = given
    .filter(({ input }) => !isOverListed(input.phone))
    .map(({ id, input }) => {
      // A carrier and an account can choose different spellings, which are not two contacts.
      const phone = findBefore(input.phone)?.phone ?? input.phone;
      return { id, input: { ...input, phone } };
    })
    // All transactions lock contacts in this order, so that no two wait for each other.
    .sort((a, b) => (a.input.phone < b.input.phone ? -1 : 1));
  if (upserts.length === 0) return () => ({ exceeded: 'lists' });
  const phones = upserts.map(({ input }) => input.phone);
  await revealOptOuts(context, trx, account.id, phones);
  const optOuts = await readOptOuts(trx, account.id, phones);
  const attributes = sql<string>`contact.attributes || excluded.attributes`;
  const rows = await trx
    .insertInto('contact')
    .values(
      upserts.map(({ id, input }) => ({
        id,
        account_id: account.id,
        phone: input.phone,
        first_name: input.first_name ?? null,
        last_name: input.last_name ?? null,
        email: input.email ?? null,
        external_id: input.external_id ?? null,
        attributes: JSON.stringify(input.attributes ?? {}),
        time_zone: input.time_zone ?? null,
        status: optOuts.get(input.phone)?.everywhereAt
          ? ('opted_out' as const)
          : input.status === 'pending'
            ? ('pending' as const)
            : ('subscribed' as const),
        opted_out_numbers: [...(optOuts.get(input.phone)?.numbers ?? [])],
        consent: input.consent ? JSON.stringify(input.consent) : null,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'phone'])
        .doUpdateSet(({ fn }) => ({
          first_name: fn.coalesce('excluded.first_name', 'contact.first_name'),
          last_name: fn.coalesce('excluded.last_name', 'contact.last_name'),
          email: fn.coalesce('excluded.email', 'contact.email'),
          external_id: fn.coalesce('excluded.external_id', 'contact.external_id'),
          attributes,
          time_zone: fn.coalesce('excluded.time_zone', 'contact.time_zone'),
          consent: sql<string | null>`coalesce(excluded.consent, contact.consent)`,
          updated_at: now,
        }))
        .where(
          sql<boolean>`(select count(*) from jsonb_object_keys(${attributes})) <= ${maxAttributes}`,
        ),
    )
    .returningAll()
    .execute();
  const inputs = new Map(upserts.map(({ input }) => [input.phone, input]));
  const changes = rows.map((contact) => ({
    contact,
    before: findBefore(contact.phone),
    input: inputs.get(contact.phone)!,
  }));
  await recordGivenConsents(unit, changes, method);
  for (const status of ['subscribed', 'pending'] as const) {
    const changing = rows.filter(
      (row) =>
        inputs.get(row.phone)!.status === status &&
        row.status !== status &&
        row.status !== 'opted_out',
    );
    if (changing.length > 0)
      await trx
        .updateTable('contact')
        .set({ status })
        .where(
          'id',
          'in',
          changing.map(({ id }) => id),
        )
        .execute();
  }
  const ids = new Set(upserts.map(({ id }) => id));
  const events = rows
    .filter(({ id }) => ids.has(id))
    .map((row) => ({ ...toContact({ ...row, list_ids: [...lists] }), previous_status: null }))
    .map((data) => ({ accountId: account.id, type: 'contact.created' as const, data }));
  await recordEvents(context, trx, events);
  await joinLists(
    unit,
    rows.map(({ id }) => id),
    lists,
  );
  const findStored = findByPhone(rows);
  return (phone) => {
    const stored = findStored(phone);
    if (stored) return { id: stored.id };
    return { exceeded: isOverListed(phone) ? 'lists' : 'attributes' };
  };
}
