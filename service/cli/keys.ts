import { parseArgs } from 'node:util';
import { scopes } from '@textloom/shared/contract';
import { iso } from '../lib/iso.ts';
import { issueKey } from '../accounts/issueKey.ts';
import { revokeKey } from '../accounts/revokeKey.ts';
import type { Db } from '../store/database.ts';
import { CommandError, UsageError, type Command, type Io } from './command.ts';
import { table } from './table.ts';
import { chooseAccount, withDatabase } from './withDatabase.ts';

export const keys: Command = {
  usage: [
    'keys list [--account ID]',
    `keys create --name NAME --scope ${scopes.join('|')} [--account ID]`,
    'keys revoke KEY_ID',
  ],
  description: 'List, create, and revoke the API keys of an account',
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        name: { type: 'string' },
        scope: { type: 'string' },
      },
    });
    const [verb, id] = positionals;
    if (verb === 'list') return withDatabase(io, (db) => list(db, values.account, io));
    if (verb === 'revoke' && id) return withDatabase(io, (db) => revoke(db, id, io));
    if (verb !== 'create')
      throw new UsageError('Specify a subcommand: list, create, or revoke KEY_ID.');
    const name = values.name?.trim();
    const scope = scopes.find((one) => one === values.scope);
    if (!name) throw new UsageError('Set --name to a name for the key.');
    if (!scope) throw new UsageError(`Set --scope to one of ${scopes.join(', ')}.`);
    return withDatabase(io, async (db) => {
      const { id: accountId } = await chooseAccount(db, values.account);
      const { key } = await db
        .transaction()
        .execute((trx) => issueKey(trx, { accountId, name, scope, now: new Date() }));
      io.printError('The key, shown only this once:');
      io.print(key);
      return 0;
    });
  },
};

async function list(db: Db, account: string | undefined, { print }: Io): Promise<number> {
  const { id } = await chooseAccount(db, account);
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
  const shown = rows.map((row) => [
    row.id,
    row.name,
    row.scope,
    row.last4 ? `…${row.last4}` : '',
    iso(row.last_used_at) ?? 'never',
    row.revoked_at ? 'revoked' : '',
  ]);
  table([['ID', 'NAME', 'SCOPE', 'KEY', 'LAST USED', ''], ...shown]).forEach(print);
  return 0;
}

async function revoke(db: Db, id: string, { printError }: Io): Promise<number> {
  const isRevoked = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('api_key')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined && revokeKey(trx, row.account_id, id, new Date());
  });
  if (!isRevoked) throw new CommandError(`There is no valid key ${id}. Run "textloom keys list".`);
  printError('The key is revoked. It stops working within a second.');
  return 0;
}
