import type { Account, contract, Input } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { isSupportedCountry } from 'libphonenumber-js/min';
import { refuse } from '../errors/serviceError.ts';
import { requireTimeZone } from '../times/requireTimeZone.ts';
import type { AccountTable } from '../store/tables/tables.ts';
import { lockAccount, type AccountChange } from './lockAccount.ts';
import { readAccount } from './readAccount.ts';
import { requireKeywords } from './requireKeywords.ts';
import { requireReplies } from './requireReplies.ts';

type Settings = Input<(typeof contract)['account']['update']>;

/** Changes the given settings of an account, and returns all of them. */
export async function updateAccount(
  change: AccountChange,
  settings: Settings,
): Promise<Selectable<AccountTable>> {
  requireValid(settings);
  await lockAccount(change);
  const { trx, account } = change;
  const current = await readAccount(trx, account.id);
  const { brand, support_contact, name, keywords, quiet_hours, retention, ...others } = settings;
  const replies = settings.replies?.map(withoutBlanks);
  const trimmed = {
    ...(name !== undefined && { name: name.trim() }),
    ...(brand !== undefined && { brand: brand && brand.trim() }),
    ...(support_contact !== undefined && {
      support_contact: support_contact && support_contact.trim(),
    }),
  };
  requireReplies({ ...current, ...trimmed, replies: replies ?? current.replies }, settings);
  if (Object.keys(settings).length === 0) return current;
  if (retention && retention.otp_text_hours !== current.retention.otp_text_hours)
    // The service looks again at the responses of the last day, including those of this account.
    await trx
      .deleteFrom('retention_walk')
      .where('account_id', '=', '')
      .where('kind', '=', `response_${retention.otp_text_hours}`)
      .execute();
  return trx
    .updateTable('account')
    .set({
      ...others,
      ...trimmed,
      replies: replies && JSON.stringify(replies),
      keywords: keywords && JSON.stringify(keywords),
      quiet_hours: quiet_hours && JSON.stringify(quiet_hours),
      retention: retention && JSON.stringify(retention),
    })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function requireValid(settings: Settings): void {
  const { default_country, time_zone, keywords, quiet_hours, verification_countries } = settings;
  if (default_country !== undefined) requireCountry(default_country, '/default_country');
  verification_countries?.forEach((country, index) =>
    requireCountry(country, `/verification_countries/${index}`),
  );
  if (time_zone !== undefined) requireTimeZone(time_zone, '/time_zone');
  // In a text, two braces mean a merge field.
  for (const name of ['brand', 'support_contact'] as const)
    if (/\{\{|\}\}/.test(settings[name] ?? ''))
      refuse(`/${name}`, 'invalid_format', 'must not contain {{ or }}');
  if (quiet_hours && quiet_hours.start === quiet_hours.end)
    refuse('/quiet_hours/end', 'out_of_range', 'must differ from the start');
  if (keywords) requireKeywords(keywords);
}

function requireCountry(country: string, pointer: string): void {
  if (!isSupportedCountry(country))
    refuse(pointer, 'not_one_of', 'must be the ISO 3166-1 code of a country, such as US');
}

/** A blank reply means the standard one. */
const withoutBlanks = (replies: Account['replies'][number]) => ({
  language: replies.language,
  stop: replies.stop?.trim() || null,
  start: replies.start?.trim() || null,
  help: replies.help?.trim() || null,
  confirmation: replies.confirmation?.trim() || null,
});
