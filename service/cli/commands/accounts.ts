import { parseArgs } from 'node:util';
import type { Updateable } from 'kysely';
import { isSupportedCountry } from 'libphonenumber-js/min';
import { addAccount } from '../../accounts/addAccount.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import { iso } from '../../times/iso.ts';
import { issueKey } from '../../accounts/issueKey.ts';
import { isTimeZone } from '../../times/requireTimeZone.ts';
import type { Trx } from '../../store/database.ts';
import type { AccountTable } from '../../store/tables/tables.ts';
import { CommandError, UsageError, type Command, type Io } from '../command.ts';
import { showKey } from '../showKey.ts';
import { table } from '../table.ts';
import { withDatabase } from '../withDatabase.ts';

export const accounts: Command = {
  forms: {
    'accounts list': 'List the accounts',
    'accounts create --name NAME [--country US] [--time-zone America/New_York]':
      'Create an account and its first admin key',
    'accounts set ID [--countries US,CA|all] [--premium yes|no] [--daily-segments NUMBER|none]':
      'Limit what an account can send',
  },
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        country: { type: 'string', default: 'US' },
        'time-zone': { type: 'string', default: 'America/New_York' },
        countries: { type: 'string' },
        premium: { type: 'string' },
        'daily-segments': { type: 'string' },
      },
    });
    const [verb, id] = positionals;
    switch (verb) {
      case 'list':
        return listAccounts(io);
      case 'create':
        return createAccount(io, values);
      case 'set':
        return limitAccount(io, id, values);
      default:
        throw new UsageError('Specify a subcommand: list, create, or set.');
    }
  },
};

async function listAccounts(io: Io): Promise<number> {
  const rows = await withDatabase(io, (db) =>
    db.selectFrom('account').selectAll().orderBy('id').execute(),
  );
  const shown = rows.map((row) => [
    row.id,
    row.name,
    row.default_country,
    row.time_zone,
    iso(row.created_at),
    row.countries?.join() ?? 'all',
    row.allows_premium ? 'yes' : 'no',
    String(row.daily_segments ?? 'none'),
  ]);
  const titles = [
    'ID',
    'NAME',
    'COUNTRY',
    'TIME ZONE',
    'CREATED',
    'MAY TEXT',
    'PREMIUM',
    'DAILY SEGMENTS',
  ];
  table([titles, ...shown]).forEach(io.print);
  return 0;
}

interface Creation {
  readonly name?: string | undefined;
  readonly country: string;
  readonly 'time-zone': string;
}

async function createAccount(io: Io, values: Creation): Promise<number> {
  const name = values.name?.trim();
  const { country, 'time-zone': timeZone } = values;
  if (!name) throw new UsageError('Set --name to a name for the account.');
  if (!isSupportedCountry(country))
    throw new UsageError('Set --country to a two-letter country code in capitals, such as US.');
  if (!isTimeZone(timeZone))
    throw new UsageError('Set --time-zone to an IANA name, such as America/New_York.');
  return withDatabase(io, async (db) => {
    const now = new Date();
    await db.transaction().execute(async (trx) => {
      const accountId = await addAccount(trx, { name, country, timeZone }, now);
      const first = { name: 'First key', scope: 'admin', expiresAt: null } as const;
      const issued = await issueKey(trx, { accountId, ...first, now });
      await record(trx, 'account.create', { id: accountId });
      await showKey(io, `The account ID is ${accountId}. Its admin key`, issued.key);
    });
    return 0;
  });
}

async function limitAccount(io: Io, id: string | undefined, values: Limits): Promise<number> {
  if (!id) throw new UsageError('Specify the account: accounts set ID.');
  const change = toAccountUpdate(values);
  const row = await withDatabase(io, (db) =>
    db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('account')
        .set(change)
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst();
      if (changed) await record(trx, 'account.limit', { id, fields: Object.keys(change) });
      return changed;
    }),
  );
  if (!row)
    throw new CommandError(
      `There is no account ${id}. To see all accounts, run "textloom accounts list".`,
    );
  io.printError(
    `The account "${row.name}" is updated. Running services apply the change within a second.`,
  );
  return 0;
}

const record = (
  trx: Trx,
  operation: string,
  { id, fields = [] }: { readonly id: string; readonly fields?: readonly string[] },
): Promise<void> =>
  recordAudit(trx, {
    accountId: id,
    operation,
    by: 'command_line',
    resourceId: id,
    fields,
    now: new Date(),
  });

interface Limits {
  readonly countries?: string | undefined;
  readonly premium?: string | undefined;
  readonly 'daily-segments'?: string | undefined;
}

function toAccountUpdate({
  countries,
  premium,
  'daily-segments': segments,
}: Limits): Updateable<AccountTable> {
  const change = {
    ...(countries !== undefined && { countries: parseCountries(countries) }),
    ...(premium !== undefined && { allows_premium: parseYesOrNo(premium) }),
    ...(segments !== undefined && { daily_segments: parseSegments(segments) }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new UsageError('Set at least one of --countries, --premium, and --daily-segments.');
}

function parseCountries(text: string): string[] | null {
  if (text === 'all') return null;
  const countries = [...new Set(text.split(',').map((one) => one.trim()))];
  if (countries.every((one) => isSupportedCountry(one))) return countries;
  throw new UsageError(
    'Set --countries to two-letter country codes in capitals, such as US,CA, or to all.',
  );
}

function parseYesOrNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new UsageError('Set --premium to yes or no.');
}

const maxSegments = 1_000_000_000;

function parseSegments(text: string): number | null {
  if (text === 'none') return null;
  const segments = Number(text);
  if (/^\d+$/.test(text) && segments <= maxSegments) return segments;
  throw new UsageError(
    `Set --daily-segments to a whole number from 0 to ${maxSegments}, or to none.`,
  );
}
