import { limits, type AvailableNumber } from '@textloom/shared/contract';
import type { Updateable } from 'kysely';
import { findOwn } from '../core/findOwn.ts';
import type { Call, Handlers } from './handlers.ts';
import { limitRuns } from '../concurrency/limitRuns.ts';
import { readPage } from '../store/readPage.ts';
import { fail, refuse } from '../errors/serviceError.ts';
import { failReleasedSender } from '../dispatch/failReleasedSender.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { checkCampaign } from '../numbers/checkCampaign.ts';
import { isAnySender } from '../accounts/isAnySender.ts';
import { findOffered, searchOffered } from '../numbers/findOffered.ts';
import { requestCarrierRelease } from '../numbers/requestCarrierRelease.ts';
import { provision } from '../numbers/provision.ts';
import { quarantine, selectQuarantined } from '../numbers/quarantine.ts';
import { unsetDefault } from '../numbers/takeDefault.ts';
import { toPhoneNumber, type NumberRow } from '../numbers/toPhoneNumber.ts';
import { requireSender } from '../messages/checks/requireSender.ts';
import type { OfferedNumber } from '../carriers/carriers.ts';
import type { NumberTable } from '../store/tables/tables.ts';

/** Each search asks providers, who limit the requests of all accounts together. */
const limitSearches = limitRuns({
  max: limits.numberSearches,
  detail: 'This account is already searching for numbers. Wait until a search ends.',
  retryAfter: 1,
});

export const number = {
  available: {
    preparesOutsideQueue: true,
    async prepare(
      { context, account },
      { limit, country = account.default_country, type, area_code: areaCode, contains },
    ) {
      const data: AvailableNumber[] = [];
      const criteria = { country, type, areaCode, contains };
      await limitSearches(account.id, async () => {
        for await (const page of searchOffered(context.carriers, criteria)) {
          data.push(...(await withoutAssigned({ context, account }, page)));
          if (data.length >= limit) break;
        }
      });
      return () => Promise.resolve({ data: data.slice(0, limit) });
    },
  },

  provision: {
    preparesOutsideQueue: true,
    async prepare(caller, { number: written, ...settings }) {
      const offer = await requireOffered(caller, written);
      return (call) => provision(call, offer, settings);
    },
  },

  async get(call, { id }) {
    return toPhoneNumber(await findNumber(call, id));
  },

  list(call, { type, status, ...paging }) {
    const found = call.trx
      .selectFrom('number')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .where((where) => where.and({ type, status }));
    return readPage('num', found, paging, toPhoneNumber);
  },

  async update(call, { id, ...settings }) {
    await lockAccount(call);
    const before = await findNumber(call, id, { lock: true });
    await checkCampaign(call, before, settings.campaign_id);
    if (settings.default && before.status !== 'active')
      refuse('/default', 'not_one_of', 'can be true only for an active number');
    if (settings.default) await unsetDefault(call);
    const change: Updateable<NumberTable> = {
      ...(settings.default !== undefined && {
        is_default: settings.default,
        wants_default: settings.default,
      }),
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

  async release(call, { id, release_at_carrier: isForGood = false }) {
    const { context, trx, account } = call;
    await lockAccount(call);
    // Lock the number before its messages, in the same order as dispatch does.
    const row = await findNumber(call, id, { lock: true });
    // The carrier may have the order, so the number may cost money.
    if (row.status === 'pending' && row.ordered_at !== null) fail('purchase_pending');
    if (isForGood) await requestCarrierRelease(call, row);
    if (row.status === 'pending')
      await trx.deleteFrom('number_order').where('number_id', '=', id).execute();
    await trx.deleteFrom('number').where('id', '=', id).execute();
    // Nobody can send a text to a name.
    if (row.status === 'active' && row.type !== 'alphanumeric') await quarantine(call, row.number);
    // The sweep fails any remaining messages. None of them is sent, because their sender is gone.
    await failReleasedSender(context, trx, { accountId: account.id, number: row.number });
    return undefined;
  },
} satisfies Handlers['number'];

async function findNumber(call: Call, id: string, { lock = false } = {}): Promise<NumberRow> {
  if (/^\+?\d/.test(id))
    fail('not_found', {
      detail: 'Use the ID of the number, such as num_…, instead of the phone number.',
    });
  return findOwn(call, 'number', id, { lock });
}

/** Returns the numbers that the account can provision. */
async function withoutAssigned(
  { context: { db, clock }, account }: Pick<Call, 'context' | 'account'>,
  offer: readonly AvailableNumber[],
): Promise<AvailableNumber[]> {
  if (offer.length === 0) return [];
  const offered = offer.map(({ number }) => number);
  const rows = await db
    .selectFrom('number')
    .select('number')
    .where(isAnySender(offered))
    .where('status', '<>', 'failed')
    .union(db.selectFrom('leaving_number').select('number').where('number', 'in', offered))
    .union(selectQuarantined(db, account.id, offered, clock()))
    .execute();
  const assigned = new Set(rows.map(({ number }) => number.toLowerCase()));
  return offer.filter(({ number }) => !assigned.has(number.toLowerCase()));
}

/** Returns the offer of the carrier for a number, short code, or name in any spelling. */
async function requireOffered(
  { context, account }: Pick<Call, 'context' | 'account'>,
  written: string,
): Promise<OfferedNumber> {
  const number = requireSender({ account }, written, '/number');
  return (
    (await findOffered(context.carriers, number, account.default_country)) ??
    refuse(
      '/number',
      'not_found',
      'is not available from the carrier. Search the available numbers first',
    )
  );
}
