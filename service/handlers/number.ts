import type { AvailableNumber, Input, PhoneNumber, contract } from '@textloom/shared/contract';
import type { Selectable, Updateable } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { readPage } from '../store/readPage.ts';
import { fail, refuse } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { iso } from '../lib/iso.ts';
import { failReleasedSender } from '../dispatch/failReleasedSender.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { needsCampaign } from '../messages/marketingRefusal.ts';
import { requireSender } from '../messages/requireSender.ts';
import type { OfferedNumber } from '../carriers/carriers.ts';
import type { Trx } from '../store/database.ts';
import type { NumberTable } from '../store/tables.ts';

type NumberRow = Selectable<NumberTable>;
type Settings = Omit<Input<(typeof contract)['number']['update']>, 'id'>;

export const number = {
  async available(
    call,
    { limit = 20, country = call.account.default_country, type, area_code: areaCode, contains },
  ) {
    const data: AvailableNumber[] = [];
    const pages = call.context.carriers.numbers.search({ country, type, areaCode, contains });
    for await (const page of pages) {
      data.push(...(await withoutAssigned(call.trx, page)));
      if (data.length >= limit) break;
    }
    return { data: data.slice(0, limit) };
  },

  async provision(call, { number: written, ...settings }) {
    const { trx, account, now } = call;
    const offer = await requireOffered(call, written);
    await lockAccount(call);
    await checkCampaign(call, offer, settings.campaign_id);
    const isDefault = settings.default ?? !(await hasNumbers(call));
    if (isDefault) await unsetDefault(call);
    // The account might have had this number before. Fail the messages that still wait from that
    // time.
    const sender = { accountId: account.id, number: offer.number };
    while (await failReleasedSender(call.context, trx, sender));
    const row = await trx
      .insertInto('number')
      .values({
        id: newId('num'),
        account_id: account.id,
        number: offer.number,
        country: offer.country,
        type: offer.type,
        status: 'active',
        is_default: isDefault,
        messages_per_second: settings.messages_per_second ?? null,
        campaign_id: settings.campaign_id ?? null,
        carrier: offer.carrier,
        created_at: now,
      })
      // If two requests take a number at the same time, the second one waits here for the first.
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returningAll()
      .executeTakeFirst();
    return toPhoneNumber(row ?? fail('number_in_use'));
  },

  async get(call, { id }) {
    return toPhoneNumber(await findOrFail(call, id, { lock: false }));
  },

  list(call, { type, ...paging }) {
    const found = call.trx
      .selectFrom('number')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .$if(type !== undefined, (query) => query.where('type', '=', type!));
    return readPage(found, paging, toPhoneNumber);
  },

  async update(call, { id, ...settings }) {
    await lockAccount(call);
    const before = await findOrFail(call, id, { lock: true });
    await checkCampaign(call, before, settings.campaign_id);
    if (settings.default) await unsetDefault(call);
    const change: Updateable<NumberTable> = {
      ...(settings.default !== undefined && { is_default: settings.default }),
      ...(settings.messages_per_second !== undefined && {
        messages_per_second: settings.messages_per_second,
      }),
      ...(settings.campaign_id !== undefined && { campaign_id: settings.campaign_id }),
    };
    if (Object.keys(change).length === 0) return toPhoneNumber(before);
    const row = await call.trx
      .updateTable('number')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toPhoneNumber(row);
  },

  async release(call, { id }) {
    const { context, trx, account } = call;
    await lockAccount(call);
    // Lock the number before its messages, in the same order as dispatch does.
    const row = await findOrFail(call, id, { lock: true });
    await trx.deleteFrom('number').where('id', '=', id).execute();
    // The sweep fails any remaining messages. None of them is sent, because their sender is gone.
    await failReleasedSender(context, trx, { accountId: account.id, number: row.number });
    return undefined;
  },
} satisfies Handlers['number'];

const toPhoneNumber = (row: NumberRow): PhoneNumber => ({
  id: row.id,
  number: row.number,
  country: row.country,
  type: row.type,
  capabilities: ['sms'],
  status: row.status,
  default: row.is_default,
  messages_per_second: row.messages_per_second,
  campaign_id: row.campaign_id,
  created_at: iso(row.created_at),
});

async function findOrFail(
  { trx, account }: Call,
  id: string,
  { lock }: { lock: boolean },
): Promise<NumberRow> {
  const row = await trx
    .selectFrom('number')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? fail('not_found', { detail: 'There is no such number in this account.' });
}

async function withoutAssigned(
  trx: Trx,
  offer: readonly AvailableNumber[],
): Promise<AvailableNumber[]> {
  const rows = await trx
    .selectFrom('number')
    .select('number')
    .where('number', 'in', ['', ...offer.map(({ number }) => number)])
    .execute();
  const assigned = new Set(rows.map(({ number }) => number));
  return offer.filter(({ number }) => !assigned.has(number));
}

/** Returns the offer of the carrier for a number, short code, or name in any spelling. */
async function requireOffered(call: Call, written: string): Promise<OfferedNumber> {
  const number = requireSender(call, written, '/number');
  return (
    (await call.context.carriers.numbers.find(number, call.account.default_country)) ??
    refuse(
      '/number',
      'not_found',
      'is not available from the carrier. Search the available numbers first',
    )
  );
}

/**
 * Checks that the campaign belongs to the account, is not rejected, and covers this type of number.
 */
async function checkCampaign(
  { trx, account }: Call,
  to: Pick<AvailableNumber, 'type' | 'country'>,
  campaignId: Settings['campaign_id'],
): Promise<void> {
  if (campaignId === undefined || campaignId === null) return;
  const found = await trx
    .selectFrom('registration')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', '=', campaignId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirst();
  if (!found)
    refuse(
      '/campaign_id',
      'not_found',
      'is not a pending or approved registration of this account',
    );
  if (!needsCampaign(to))
    refuse(
      '/campaign_id',
      'invalid_sender',
      'applies only to US local numbers. This number does not need a campaign',
    );
}

const hasNumbers = async ({ trx, account }: Call): Promise<boolean> =>
  (await trx
    .selectFrom('number')
    .select('id')
    .where('account_id', '=', account.id)
    .limit(1)
    .executeTakeFirst()) !== undefined;

async function unsetDefault({ trx, account }: Call): Promise<void> {
  await trx
    .updateTable('number')
    .set({ is_default: false })
    .where('account_id', '=', account.id)
    .where('is_default', '=', true)
    .execute();
}
