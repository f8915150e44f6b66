import { contract, type Input } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { readOptOuts, revealOptOuts } from '../consents/optOuts.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { ContactTable } from '../store/tables/tables.ts';
import { changedAt } from './toContact.ts';

export type NewContact = Input<(typeof contract)['contact']['upsert']>;

export interface GivenContact {
  /** The ID to use if the account has no contact with this number. */
  readonly id: string;
  /** The input, with the number in E.164 form. */
  readonly input: NewContact;
}

/** The maximum number of custom attributes of a contact. */
export const maxAttributes = contract.contact.upsert.input.properties.attributes.maxProperties;

/**
 * Inserts or updates the rows of contacts and returns them. Leaves out those that would have too
 * many attributes. All transactions must give the contacts in the order of their numbers, so that
 * no two wait for each other. To opt people out, the transaction must also add the opt-outs.
 */
export async function upsertRows(
  { context, trx, account, now }: UnitOfWork,
  given: readonly GivenContact[],
): Promise<Selectable<ContactTable>[]> {
  const phones = given.map(({ input }) => input.phone);
  await revealOptOuts(context, trx, account.id, phones);
  const optOuts = await readOptOuts(trx, account.id, phones);
  const attributes = sql<string>`contact.attributes || excluded.attributes`;
  return trx
    .insertInto('contact')
    .values(
      given.map(({ id, input }) => ({
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
          : (input.status ?? ('subscribed' as const)),
        opted_out_numbers: [...(optOuts.get(input.phone)?.numbers ?? [])],
        // Consent of a person who has opted out counts only once it lifts the opt-out.
        consent:
          input.consent && !optOuts.get(input.phone)?.everywhereAt
            ? JSON.stringify(input.consent)
            : null,
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
          updated_at: changedAt(now),
        }))
        .where(
          sql<boolean>`(select count(*) from jsonb_object_keys(${attributes})) <= ${maxAttributes}`,
        ),
    )
    .returningAll()
    .execute();
}
