import { hasPhone } from '../consents/hasPhone.ts';
import type { Context } from '../core/context.ts';
import { findByPhone } from '../phones/equivalentNumbers.ts';
import { marketingRefusal } from '../messages/checks/marketingRefusal.ts';
import { createFindOpening, type FindOpening } from '../messages/timing/quietHours.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { Trx } from '../store/database.ts';

export interface Marketing {
  /** Returns the current time zone of the recipient's contact. */
  readonly findContactZone: (row: MessageRow) => string | null | undefined;
  /** Returns the function that finds the end of the quiet hours of the account, for marketing. */
  readonly getFindOpening: (row: MessageRow) => FindOpening | undefined;
  /** Returns whether the 10DLC registry no longer allows the message to leave from its number. */
  readonly isRefused: (row: MessageRow) => boolean;
}

/**
 * Looks up what may have changed since the service accepted marketing messages, for a whole batch
 * of messages to submit. Runs no queries for other purposes.
 */
export async function lookUpMarketing(
  { enforce10dlc }: Context,
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<Marketing> {
  const marketing = rows.filter(({ purpose }) => purpose === 'marketing');
  const contacts = await lookUpContacts(trx, marketing);
  const openings = await lookUpOpenings(trx, marketing);
  const senders = enforce10dlc ? await lookUpSenders(trx, marketing) : new Map<string, never>();
  return {
    findContactZone: ({ account_id, recipient }) =>
      contacts.get(account_id)?.(recipient)?.time_zone,
    getFindOpening: ({ account_id }) => openings.get(account_id),
    isRefused: ({ account_id, sender, purpose, country: recipientCountry }) => {
      const found = senders.get(`${account_id} ${sender}`);
      return found !== undefined && !!marketingRefusal({ ...found, purpose, recipientCountry });
    },
  };
}

const uniqueAccountIds = (rows: readonly MessageRow[]) => [
  ...new Set(rows.map(({ account_id }) => account_id)),
];

interface ContactZone {
  readonly phone: string;
  readonly time_zone: string | null;
}

/** Returns functions that find the contact of a number, in any spelling, by the account. */
async function lookUpContacts(
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, (phone: string) => ContactZone | undefined>> {
  if (rows.length === 0) return new Map();
  const contacts = await trx
    .selectFrom('contact')
    .select(['account_id', 'phone', 'time_zone'])
    .where('account_id', 'in', uniqueAccountIds(rows))
    .where(hasPhone(rows.map(({ recipient }) => recipient)))
    .execute();
  const byAccount = Map.groupBy(contacts, ({ account_id }) => account_id);
  return new Map([...byAccount].map(([accountId, own]) => [accountId, findByPhone(own)]));
}

async function lookUpOpenings(
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, FindOpening>> {
  if (rows.length === 0) return new Map();
  const accounts = await trx
    .selectFrom('account')
    .select(['id', 'time_zone', 'quiet_hours'])
    .where('id', 'in', uniqueAccountIds(rows))
    .execute();
  return new Map(accounts.map(({ id, ...account }) => [id, createFindOpening(account)]));
}

type Sender = Pick<Parameters<typeof marketingRefusal>[0], 'number' | 'campaign'>;

async function lookUpSenders(
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, Sender>> {
  if (rows.length === 0) return new Map();
  const numbers = await trx
    .selectFrom('number')
    .leftJoin('registration', 'registration.id', 'number.campaign_id')
    .select(['number.account_id', 'number.number', 'number.type', 'number.country'])
    .select(['registration.status', 'registration.decision_by'])
    .where('number.account_id', 'in', uniqueAccountIds(rows))
    .where('number.number', 'in', [...new Set(rows.map(({ sender }) => sender))])
    .execute();
  return new Map(
    numbers.map(({ account_id, number, type, country, status, decision_by }) => [
      `${account_id} ${number}`,
      {
        number: { type, country },
        campaign: status && decision_by ? { status, decision_by } : undefined,
      },
    ]),
  );
}
