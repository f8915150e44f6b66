import { sql, type Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isAnySender } from '../accounts/isAnySender.ts';
import type { RegistrationTable } from '../store/tables/tables.ts';
import { findErased } from '../consents/erasedPhones.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import {
  decidePermissions,
  findPending,
  type FindConsentRefusal,
} from '../consents/permissions.ts';
import { listIds } from '../contacts/toContact.ts';
import { findByPhone, hasOtherSpelling } from '../phones/equivalentNumbers.ts';
import { normalizeSender, toE164 } from '../phones/phone.ts';
import { mayHaveMergeFields } from '../mergeFields/mergeFields.ts';
import { createFindOpening, type FindOpening } from './timing/quietHours.ts';
import type { DraftContext, KnownContact, NewMessage, SenderNumber } from './facts.ts';

/** The facts that the checks need, looked up once for all messages. */
export interface Lookups {
  /** The requested senders, and the default number. */
  readonly numbers: readonly SenderNumber[];
  /** Finds a contact by its ID. */
  readonly findContact: (id: string) => KnownContact | undefined;
  /** Finds the contact of a number, in any spelling. */
  readonly findContactByPhone: (phone: string) => KnownContact | undefined;
  readonly findConsentRefusal: FindConsentRefusal;
  /** Finds the end of quiet hours. */
  readonly findOpening: FindOpening;
  /**
   * Registrations of the numbers that send marketing, by ID. Empty if marketing needs no
   * registration.
   */
  readonly campaigns: ReadonlyMap<
    string,
    Pick<Selectable<RegistrationTable>, 'status' | 'decision_by'>
  >;
}

export async function lookUpFacts(
  unit: DraftContext,
  inputs: readonly NewMessage[],
): Promise<Lookups> {
  const { trx, account, context } = unit;
  const ids = inputs.flatMap(({ contact_id }) => contact_id ?? []);
  const phones = inputs.flatMap(({ to }) =>
    to === undefined ? [] : (toE164(to, account.default_country) ?? []),
  );
  const senders = inputs.flatMap(({ from }) =>
    from === undefined ? [] : normalizeSender(from, account.default_country),
  );
  const accountId = account.id;
  const erased = findErased(
    context.secrets,
    phones.map((phone) => ({ accountId, phone })),
  );
  // Uses one statement, because round trips to the database take most of the response time.
  const { contacts, optOuts, numbers } = await trx
    .selectNoFrom((query) => [
      jsonArrayFrom(
        query
          .selectFrom('contact')
          .select(['id', 'account_id', 'phone', 'status', 'time_zone', listIds])
          .where('account_id', '=', account.id)
          .where(sql<boolean>`(id = any(${ids}::text[]) or ${hasPhone(phones)})`)
          .$if(
            inputs.some(({ text }) => mayHaveMergeFields(text)),
            (all) => all.select(['first_name', 'last_name', 'email', 'external_id', 'attributes']),
          ),
      ).as('contacts'),
      jsonArrayFrom(
        query
          .selectFrom('opt_out')
          .select(['account_id', 'phone', 'number'])
          .where('account_id', '=', account.id)
          .where(
            sql<boolean>`phone = any(${[...phones, ...erased.keys]}::text[] || array(
              select phone from contact where account_id = ${account.id} and id = any(${ids}::text[])
            ))`,
          ),
      ).as('optOuts'),
      jsonArrayFrom(
        query
          .selectFrom('number')
          .select(['number', 'type', 'country', 'is_default', 'campaign_id', 'carrier'])
          .where('account_id', '=', account.id)
          .where('status', '=', 'active')
          .where(sql<boolean>`(is_default or ${isAnySender(senders)})`),
      ).as('numbers'),
    ])
    .executeTakeFirstOrThrow();
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  // The numbers of contacts that are named by their IDs may have other spellings.
  const named = inputs.flatMap(({ purpose, contact_id }) =>
    purpose === 'marketing' ? (byId.get(contact_id ?? '')?.phone ?? []) : [],
  );
  const pending = await findPending(
    trx,
    named.filter(hasOtherSpelling).map((recipient) => ({ accountId, recipient })),
  );
  return {
    numbers,
    findContact: (id) => byId.get(id),
    findContactByPhone: findByPhone(contacts),
    findConsentRefusal: decidePermissions({
      optOuts: erased.reveal(optOuts),
      pending: [...contacts.filter(({ status }) => status === 'pending'), ...pending],
    }),
    findOpening: createFindOpening(account),
    campaigns: await lookUpCampaigns(unit, inputs, numbers),
  };
}

async function lookUpCampaigns(
  { trx, context }: DraftContext,
  inputs: readonly NewMessage[],
  numbers: readonly SenderNumber[],
): Promise<Lookups['campaigns']> {
  const ids = numbers.flatMap(({ campaign_id }) => campaign_id ?? []);
  const isNeeded = context.enforce10dlc && inputs.some(({ purpose }) => purpose === 'marketing');
  if (!isNeeded || ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('registration')
    .select(['id', 'status', 'decision_by'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
