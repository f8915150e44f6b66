import { parseArgs } from 'node:util';
import { isSupportedCountry } from 'libphonenumber-js/min';
import { addAccount } from '../addAccount.ts';
import { iso } from '../iso.ts';
import { issueKey } from '../issueKey.ts';
import { isTimeZone } from '../messaging/requireTimeZone.ts';
import { UsageError, type Command } from './command.ts';
import { table } from './table.ts';
import { withDatabase } from './withDatabase.ts';

export const accounts: Command = {
  usage: [
    'accounts list',
    'accounts create --name NAME [--country US] [--time-zone America/New_York]',
  ],
  does: 'List accounts, and make one with its first admin key',
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        country: { type: 'string', default: 'US' },
        'time-zone': { type: 'string', default: 'America/New_York' },
      },
    });
    const [verb] = positionals;
    if (verb === 'list') {
      const rows = await withDatabase(io, (db) =>
        db.selectFrom('account').selectAll().orderBy('id').execute(),
      );
      const shown = rows.map((row) => [
        row.id,
        row.name,
        row.default_country,
        row.time_zone,
        iso(row.created_at),
      ]);
      table([['ID', 'NAME', 'COUNTRY', 'TIME ZONE', 'CREATED'], ...shown]).forEach(io.say);
      return 0;
    }
    if (verb !== 'create') throw new UsageError('Say what to do: list or create.');
    const name = values.name?.trim();
    const { country, 'time-zone': timeZone } = values;
    if (!name) throw new UsageError('Say what the account is called with --name.');
    if (!isSupportedCountry(country))
      throw new UsageError(
        'Set --country to the code of a country in two capital letters, such as US.',
      );
    if (!isTimeZone(timeZone))
      throw new UsageError('Set --time-zone to an IANA name, such as America/New_York.');
    return withDatabase(io, async (db) => {
      const now = new Date();
      const [id, key] = await db.transaction().execute(async (trx) => {
        const accountId = await addAccount(trx, { name, country, timeZone }, now);
        const made = await issueKey(trx, { accountId, name: 'First key', scope: 'admin', now });
        return [accountId, made.key];
      });
      io.tell(`The account is ${id}. Its admin key is shown this once:`);
      io.say(key);
      return 0;
    });
  },
};
