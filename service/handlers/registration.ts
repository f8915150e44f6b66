import { limits, type Input, type contract } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { findOwn } from '../core/findOwn.ts';
import { hour } from '../times/durations.ts';
import type { Call, Handlers } from './handlers.ts';
import { readPage } from '../store/readPage.ts';
import { fail, type FieldError } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { limitRows } from '../accounts/limitRows.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { needsCampaign } from '../messages/checks/marketingRefusal.ts';
import { toE164 } from '../phones/phone.ts';
import { describeWrongPhone } from '../phones/requirePhone.ts';
import { registrationErrors } from '../registrations/registrationErrors.ts';
import { toRegistrations } from '../registrations/toRegistrations.ts';

type Submission = Input<(typeof contract)['registration']['submit']>;

/** The registry decides within this time. */
const decisionMs = limits.decisionHours * hour;

export const registration = {
  async submit(call, { brand, campaign, number_ids = [] }) {
    const { trx, account, context, now } = call;
    await lockAccount(call);
    const tooMany = `The account has ${limits.pendingRegistrations} registrations that await a decision. Wait for a decision.`;
    const isPending = sql<boolean>`status = 'pending'`;
    await limitRows(call, 'registration', limits.pendingRegistrations, tooMany, isPending);
    const phone = toE164(brand.phone, account.default_country);
    const fieldErrors = [
      ...registrationErrors(brand, campaign),
      ...(phone === undefined ? [describeWrongPhone(brand.phone, '/brand/phone')] : []),
      ...(await numberErrors(call, number_ids)),
    ];
    if (fieldErrors.length > 0) fail('validation_failed', { fieldErrors });
    const id = newId('reg');
    const row = await trx
      .insertInto('registration')
      .values({
        id,
        account_id: account.id,
        brand: JSON.stringify({ ...brand, ...normalizeEin(brand), phone }),
        campaign: JSON.stringify(campaign),
        status: 'pending',
        rejections: '[]',
        submitted_at: now,
        decision_by: new Date(now.getTime() + decisionMs),
        review_at: context.registry.reviewAt(now),
        decided_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('number')
      .set({ campaign_id: id })
      .where(sql<boolean>`id = any(${number_ids}::text[])`)
      .execute();
    return (await toRegistrations(trx, [row]))[0]!;
  },

  async get(call, { id }) {
    return (await toRegistrations(call.trx, [await findOwn(call, 'registration', id)]))[0]!;
  },

  async list(call, { status, ...paging }) {
    const found = call.trx
      .selectFrom('registration')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .where((where) => where.and({ status }));
    const page = await readPage('reg', found, paging, (row) => row);
    return { ...page, data: await toRegistrations(call.trx, page.data) };
  },
} satisfies Handlers['registration'];

/** Formats the EIN with its dash, as the tax office does. */
const normalizeEin = ({ ein }: Submission['brand']) =>
  ein === undefined ? {} : { ein: ein.replace(/^(\d{2})-?/, '$1-') };

/**
 * Checks that the numbers are US local numbers of the account without another pending or approved
 * campaign.
 */
async function numberErrors({ trx, account }: Call, ids: readonly string[]): Promise<FieldError[]> {
  const rows = await trx
    .selectFrom('number')
    .leftJoin('registration', 'registration.id', 'number.campaign_id')
    .select(['number.id', 'number.type', 'number.country', 'number.status'])
    .select('registration.status as campaign_status')
    .where('number.account_id', '=', account.id)
    .where(sql<boolean>`number.id = any(${ids}::text[])`)
    .execute();
  return ids.flatMap((id, index): FieldError[] => {
    const pointer = `/number_ids/${index}`;
    const row = rows.find((one) => one.id === id);
    if (!row) return [{ pointer, code: 'not_found', detail: 'is not a number of this account' }];
    if (!needsCampaign(row) || row.status !== 'active') {
      const detail = 'is not an active US local number. A campaign covers only those';
      return [{ pointer, code: 'invalid_sender', detail }];
    }
    const isFree = row.campaign_status === null || row.campaign_status === 'rejected';
    return isFree
      ? []
      : [
          {
            pointer,
            code: 'taken',
            detail: 'belongs to another campaign. Remove it from that campaign first',
          },
        ];
  });
}
