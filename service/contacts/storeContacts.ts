import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { joinLists } from './joinLists.ts';
import { toContact, type ContactRow } from './toContact.ts';
import type { ConsentStatement } from '../consents/recordConsents.ts';
import { findOverListed } from './limitLists.ts';
import { lockExisting } from './lockContacts.ts';
import { findByPhone, hasOtherSpelling } from '../phones/equivalentNumbers.ts';
import { recordGivenConsents } from './recordGivenConsents.ts';
import { upsertRows, type GivenContact, type NewContact } from './upsertRows.ts';
import type { Trx } from '../store/database.ts';
import type { ContactTable } from '../store/tables/tables.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';

/** The ID of a stored contact, or the field that would exceed a limit of the contact. */
export type Stored =
  | { readonly id: string; readonly exceeded?: undefined }
  | { readonly exceeded: 'attributes' | 'lists' };

/**
 * Adds or updates contacts, adds them to locked lists, and records events for the new ones. Returns
 * a function that finds what became of them by number. Contacts that would exceed a limit remain
 * unchanged. Does not change or add opt-outs: to opt people out, call `optOutAll` next. Two upserts
 * must not have spellings of one number.
 */
export async function storeContacts(
  unit: UnitOfWork,
  given: readonly GivenContact[],
  lists: readonly string[],
  method: ConsentStatement['method'],
): Promise<(phone: string) => Stored> {
  if (given.length === 0) return () => ({ exceeded: 'attributes' });
  const { trx, account } = unit;
  // If only some transactions locked the existing contacts first, they could wait for each other.
  const isLocking =
    given.length > 1 ||
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
      const known = findBefore(input.phone);
      const phone = known?.phone ?? input.phone;
      return { id, input: { ...withoutOlder(input, known?.consent ?? null), phone } };
    })
    // All transactions lock contacts in this order, so that no two wait for each other.
    .sort((a, b) => (a.input.phone < b.input.phone ? -1 : 1));
  if (upserts.length === 0) return () => ({ exceeded: 'lists' });
  const rows = await upsertRows(unit, upserts);
  const inputs = new Map(upserts.map(({ input }) => [input.phone, input]));
  const changes = rows.map((contact) => ({
    contact,
    before: findBefore(contact.phone),
    input: inputs.get(contact.phone)!,
  }));
  await recordGivenConsents(unit, changes, method);
  await setStatuses(trx, changes);
  const ids = new Set(upserts.map(({ id }) => id));
  const created = rows.filter(({ id }) => ids.has(id));
  await recordCreated(unit, created, lists);
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

/**
 * Leaves out a consent from before the one that the person has given since, such as the reply to a
 * confirmation request. Automations and lists repeat the first one again and again.
 */
function withoutOlder(input: NewContact, known: ContactRow['consent']): NewContact {
  const { consent, ...others } = input;
  return known && consent && Date.parse(consent.at) < Date.parse(known.at) ? others : input;
}

interface Change {
  readonly contact: Selectable<ContactTable>;
  readonly input: NewContact;
}

/** Sets the requested statuses, except of contacts who have opted out. */
async function setStatuses(trx: Trx, changes: readonly Change[]): Promise<void> {
  for (const status of ['subscribed', 'pending'] as const) {
    const changing = changes.filter(
      ({ contact, input }) =>
        input.status === status && contact.status !== status && contact.status !== 'opted_out',
    );
    if (changing.length > 0)
      await trx
        .updateTable('contact')
        .set({ status })
        .where(
          'id',
          'in',
          changing.map(({ contact }) => contact.id),
        )
        .execute();
  }
}

const recordCreated = (
  { context, trx, account }: UnitOfWork,
  rows: readonly Selectable<ContactTable>[],
  lists: readonly string[],
): Promise<unknown> =>
  recordEvents(
    context,
    trx,
    rows.map((row) => ({
      accountId: account.id,
      type: 'contact.created' as const,
      data: { ...toContact({ ...row, list_ids: [...lists] }), previous_status: null },
    })),
  );
