import type { PhoneNumber } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { NumberTable } from '../store/tables/tables.ts';

export type NumberRow = Selectable<NumberTable>;

export const toPhoneNumber = (row: NumberRow): PhoneNumber => ({
  id: row.id,
  number: row.number,
  country: row.country,
  type: row.type,
  capabilities: ['sms'],
  status: row.status,
  purchase_error: row.purchase_error,
  default: row.is_default,
  messages_per_second: row.messages_per_second,
  campaign_id: row.campaign_id,
  created_at: iso(row.created_at),
});
