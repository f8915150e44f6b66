import type { Registration } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { Trx } from '../store/database.ts';
import type { RegistrationTable } from '../store/tables/tables.ts';

export type RegistrationRow = Selectable<RegistrationTable>;

/** Converts rows to the registrations of the API, in the same order. */
export async function toRegistrations(
  trx: Trx,
  rows: readonly RegistrationRow[],
): Promise<Registration[]> {
  const numbers = await trx
    .selectFrom('number')
    .select(['id', 'campaign_id'])
    .where(sql<boolean>`campaign_id = any(${rows.map(({ id }) => id)}::text[])`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    brand: row.brand,
    campaign: row.campaign,
    number_ids: numbers.flatMap(({ id, campaign_id }) => (campaign_id === row.id ? id : [])),
    rejections: row.rejections,
    submitted_at: iso(row.submitted_at),
    decision_by: iso(row.decision_by),
    decided_at: iso(row.decided_at),
  }));
}
