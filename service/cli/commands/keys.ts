import { parseArgs } from 'node:util';
import { contract, limits, scopes } from '@textloom/shared/contract';
import { endOfKey } from '../../accounts/findValidKeys.ts';
import { expiryProblem } from '../../accounts/keyExpiry.ts';
import { hour } from '../../times/durations.ts';
import { iso } from '../../times/iso.ts';
import { issueKey } from '../../accounts/issueKey.ts';
import { keepAdminKey } from '../../accounts/liveKeys.ts';
import { lockAccount } from '../../accounts/lockAccount.ts';
import { revokeKey } from '../../accounts/revokeKey.ts';
import { rotateKey } from '../../accounts/rotateKey.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import { ServiceError } from '../../errors/serviceError.ts';
import type { Db, Trx } from '../../store/database.ts';
import { CommandError, UsageError, type Command, type Io } from '../command.ts';
import { parseTimeOption } from '../parseTimeOption.ts';
import { showKey } from '../showKey.ts';
import { table } from '../table.ts';
import { chooseAccount, withDatabase } from '../withDatabase.ts';

const overlapHours = String(contract.key.rotate.input.properties.overlap_hours.default);

const options = {
  account: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string' },
  'expires-at': { type: 'string' },
  'overlap-hours': { type: 'string', default: overlapHours },
  yes: { type: 'boolean', default: false },
} as const;

export const keys: Command = {
  forms: {
    'keys list [--account ID]': 'List the API keys of an account',
    [`keys create --name NAME --scope ${scopes.join('|')} [--expires-at TIME] [--account ID]`]:
      'Create an API key',
    [`keys rotate KEY_ID [--overlap-hours ${overlapHours}] [--expires-at TIME] [--yes]`]:
      'Replace an API key with a new one. The old key works for some more hours. Use --yes to rotate even the last admin key',
    'keys revoke KEY_ID [--yes]': 'Revoke an API key. Use --yes to revoke even the last admin key',
  },
  run: async (args, io) => {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [verb, id] = positionals;
    const now = new Date();
    if (verb === 'list') return withDatabase(io, (db) => list(db, values.account, io));
    const isConfirmed = values.yes;
    if (verb === 'revoke' && id)
      return withDatabase(io, (db) => revoke(db, { id, isConfirmed, now }, io));
    if ((verb === 'revoke' || verb === 'rotate') && !id)
      throw new UsageError(`Specify the key: keys ${verb} KEY_ID.`);
    const expiresAt = parseExpiry(values['expires-at'], now);
    if (verb === 'rotate' && id) {
      const hours = parseOverlap(values['overlap-hours']);
      return withDatabase(io, (db) => rotate(db, { id, isConfirmed, hours, expiresAt, now }, io));
    }
    if (verb !== 'create')
      throw new UsageError('Specify a subcommand: list, create, rotate KEY_ID, or revoke KEY_ID.');
    const name = values.name?.trim();
    const scope = scopes.find((one) => one === values.scope);
    if (!name) throw new UsageError('Set --name to a name for the key.');
    if (!scope) throw new UsageError(`Set --scope to one of ${scopes.join(', ')}.`);
    return withDatabase(io, async (db) => {
      const { id: accountId } = await chooseAccount(db, values.account);
      await db.transaction().execute(async (trx) => {
        const newKey = { accountId, name, scope, expiresAt: expiresAt ?? null, now };
        const issued = await issueKey(trx, newKey);
        const operation = 'key.create';
        const resourceId = issued.row.id;
        await recordAudit(trx, { accountId, operation, by: 'command_line', resourceId, now });
        await showKey(io, 'The key', issued.key);
      });
      return 0;
    });
  },
};

function parseExpiry(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const at = parseTimeOption('--expires-at', text);
  const problem = expiryProblem(at, now);
  if (problem) throw new UsageError(`--expires-at ${problem}.`);
  return at;
}

function parseOverlap(text: string): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= limits.keyOverlapHours) return hours;
  throw new UsageError(
    `Set --overlap-hours to a whole number from 0 to ${limits.keyOverlapHours}.`,
  );
}

async function list(db: Db, account: string | undefined, { print }: Io): Promise<number> {
  const { id } = await chooseAccount(db, account);
  const now = new Date();
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
    iso(row.expires_at) ?? 'never',
    endOfKey(row, now) ?? (row.replaced_by ? `replaced by ${row.replaced_by}` : ''),
  ]);
  table([['ID', 'NAME', 'SCOPE', 'KEY', 'LAST USED', 'EXPIRES', ''], ...shown]).forEach(print);
  return 0;
}

interface Change {
  readonly id: string;
  /** Whether the account may lose its last admin key. */
  readonly isConfirmed: boolean;
  readonly now: Date;
}

interface Rotation extends Change {
  readonly hours: number;
  readonly expiresAt: Date | undefined;
}

async function rotate(db: Db, rotation: Rotation, io: Io): Promise<number> {
  const { id, hours, expiresAt, now } = rotation;
  const work = (trx: Trx, accountId: string) =>
    rotateKey(trx, { accountId, id, overlapMs: hours * hour, expiresAt, now });
  const show = ({ key }: { readonly key: string }) => showKey(io, 'The new key', key);
  const { oldExpiresAt } = await changeKey(db, 'key.rotate', rotation, work, show);
  io.printError(`The old key stops working at ${iso(oldExpiresAt)}.`);
  return 0;
}

async function revoke(db: Db, change: Change, { printError }: Io): Promise<number> {
  const { id, now } = change;
  const work = async (trx: Trx, accountId: string) =>
    (await revokeKey(trx, accountId, id, now)) || undefined;
  await changeKey(db, 'key.revoke', change, work);
  printError('The key is revoked. It stops working within a second.');
  return 0;
}

/**
 * Changes a key of any account, and records it. The work returns undefined if it finds no key. The
 * result is shown in the same transaction.
 */
async function changeKey<T>(
  db: Db,
  operation: string,
  { id, isConfirmed, now }: Change,
  work: (trx: Trx, accountId: string) => Promise<T | undefined>,
  show: (result: T) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const done = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('api_key')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { account_id: accountId } = row;
    await lockAccount({ trx, account: { id: accountId } });
    const change = () => work(trx, accountId);
    const result = isConfirmed
      ? await change()
      : await keepAdminKey(trx, { accountId, now }, change).catch(explainRefusal);
    if (result === undefined) return undefined;
    await recordAudit(trx, { accountId, resourceId: id, now, operation, by: 'command_line' });
    await show(result);
    return result;
  });
  if (done !== undefined) return done;
  throw new CommandError(`There is no key ${id}, or it is revoked. Run "textloom keys list".`);
}

function explainRefusal(error: unknown): never {
  if (error instanceof ServiceError && error.code === 'last_admin_key')
    throw new CommandError(
      `No admin key of the account would work for ${limits.lastingKeyDays} more days. Create another admin key first, or run the command again with --yes.`,
    );
  throw error;
}
