import type { Account, Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { AccountTable } from '../store/tables/tables.ts';

/** Returns an account as the API shows it to a key of this scope. */
export const toAccount = (row: Selectable<AccountTable>, scope: Scope): Account => ({
  id: row.id,
  name: row.name,
  default_country: row.default_country,
  time_zone: row.time_zone,
  brand: row.brand,
  support_contact: row.support_contact,
  language: row.language,
  replies: row.replies.map(({ language, stop, start, help, confirmation }) => ({
    language,
    stop: stop ?? null,
    start: start ?? null,
    help: help ?? null,
    confirmation: confirmation ?? null,
  })),
  keywords: row.keywords,
  opt_out_scope: row.opt_out_scope,
  quiet_hours: row.quiet_hours,
  verification_countries: row.verification_countries,
  verifications_per_day: row.verifications_per_day,
  retention: row.retention,
  scope,
  created_at: iso(row.created_at),
});
