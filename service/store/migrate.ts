import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import * as initial from './migrations/0001_initial.ts';
import * as line from './migrations/0002_line.ts';
import * as capabilities from './migrations/0003_capabilities.ts';
import * as tally from './migrations/0004_tally.ts';
import * as waiting from './migrations/0005_waiting.ts';
import * as keys from './migrations/0006_keys.ts';
import * as deliveryEvent from './migrations/0007_delivery_event.ts';
import * as carriers from './migrations/0008_carriers.ts';
import * as numberCarrier from './migrations/0009_number_carrier.ts';
import * as limits from './migrations/0010_limits.ts';
import * as heartbeat from './migrations/0012_heartbeat.ts';
import * as optOutSpellings from './migrations/0013_opt_out_spellings.ts';
import * as due from './migrations/0014_due.ts';
import * as acknowledgedEvent from './migrations/0016_acknowledged_event.ts';
import * as acknowledgedDelivery from './migrations/0017_acknowledged_delivery.ts';
import * as eventClaim from './migrations/0018_event_claim.ts';
import * as attempt from './migrations/0019_attempt.ts';
import * as media from './migrations/0020_media.ts';
import * as receivedMedia from './migrations/0021_received_media.ts';
import * as numberPurchase from './migrations/0022_number_purchase.ts';
import * as carrierState from './migrations/0023_carrier_state.ts';
import * as receiptCheck from './migrations/0024_receipt_check.ts';
import * as settings from './migrations/0025_settings.ts';
import * as consent from './migrations/0026_consent.ts';
import * as conversation from './migrations/0027_conversation.ts';
import * as broadcast from './migrations/0028_broadcast.ts';
import * as verifications from './migrations/0029_verifications.ts';
import * as burst from './migrations/0030_burst.ts';
import * as hotTables from './migrations/0031_hot_tables.ts';
import * as tallyGroups from './migrations/0032_tally_groups.ts';
import * as erasure from './migrations/0035_erasure.ts';
import * as retention from './migrations/0040_retention.ts';
import * as keyExpiry from './migrations/0043_key_expiry.ts';
import * as auditLog from './migrations/0044_audit_log.ts';
import * as rareStatus from './migrations/0045_rare_status.ts';
import * as rareValues from './migrations/0046_rare_values.ts';
import * as deletedWebhook from './migrations/0047_deleted_webhook.ts';
import * as joinedPart from './migrations/0048_joined_part.ts';
import * as releasedNumber from './migrations/0049_released_number.ts';
import * as partIndexes from './migrations/0050_part_indexes.ts';
import * as sentLate from './migrations/0051_sent_late.ts';
import * as replyAge from './migrations/0052_reply_age.ts';
import * as operator from './migrations/0053_operator.ts';
import * as dailyLimit from './migrations/0054_daily_limit.ts';
import * as lastContact from './migrations/0055_last_contact.ts';
import * as rareRows from './migrations/0056_rare_rows.ts';
import * as optOutArrival from './migrations/0057_opt_out_arrival.ts';
import * as eventType from './migrations/0058_event_type.ts';
import * as batchKeys from './migrations/0059_batch_keys.ts';
import * as composedNames from './migrations/0060_composed_names.ts';
import { advisoryLocks } from './advisoryLocks.ts';
import type { Db } from './database.ts';

const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_line': line,
  '0003_capabilities': capabilities,
  '0004_tally': tally,
  '0005_waiting': waiting,
  '0006_keys': keys,
  '0007_delivery_event': deliveryEvent,
  '0008_carriers': carriers,
  '0009_number_carrier': numberCarrier,
  '0010_limits': limits,
  '0012_heartbeat': heartbeat,
  '0013_opt_out_spellings': optOutSpellings,
  '0014_due': due,
  '0016_acknowledged_event': acknowledgedEvent,
  '0017_acknowledged_delivery': acknowledgedDelivery,
  '0018_event_claim': eventClaim,
  '0019_attempt': attempt,
  '0020_media': media,
  '0021_received_media': receivedMedia,
  '0022_number_purchase': numberPurchase,
  '0023_carrier_state': carrierState,
  '0024_receipt_check': receiptCheck,
  '0025_settings': settings,
  '0026_consent': consent,
  '0027_conversation': conversation,
  '0028_broadcast': broadcast,
  '0029_verifications': verifications,
  '0030_burst': burst,
  '0031_hot_tables': hotTables,
  '0032_tally_groups': tallyGroups,
  '0035_erasure': erasure,
  '0040_retention': retention,
  '0043_key_expiry': keyExpiry,
  '0044_audit_log': auditLog,
  '0045_rare_status': rareStatus,
  '0046_rare_values': rareValues,
  '0047_deleted_webhook': deletedWebhook,
  '0048_joined_part': joinedPart,
  '0049_released_number': releasedNumber,
  '0050_part_indexes': partIndexes,
  '0051_sent_late': sentLate,
  '0052_reply_age': replyAge,
  '0053_operator': operator,
  '0054_daily_limit': dailyLimit,
  '0055_last_contact': lastContact,
  '0056_rare_rows': rareRows,
  '0057_opt_out_arrival': optOutArrival,
  '0058_event_type': eventType,
  '0059_batch_keys': batchKeys,
  '0060_composed_names': composedNames,
};

/** A newer version has migrated the database in ways that this version does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Refuses a database with migrations that this version does not know. */
export function refuseNewer({ unknown }: { readonly unknown: readonly string[] }): void {
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `The database was migrated by a newer Textloom (${unknown.join(', ')}). ` +
      'Start that version again, or restore an earlier backup.',
  );
}

/** The database is not the one of the service. */
export class NoTablesError extends Error {
  override readonly name = 'NoTablesError';
}

/** Refuses a database without tables, which is probably not the one of the service. */
export async function requireTables(db: Db): Promise<void> {
  const { pending } = await readMigrations(db);
  if (pending.length < Object.keys(migrations).length) return;
  throw new NoTablesError(
    'The database has no tables of Textloom. Set DATA_DIR or DATABASE_URL as for the service. To create the tables, run "textloom migrate".',
  );
}

type Report = (sentence: string) => void;

/**
 * Migrates the tables. Looks only at the names of the migrations if all of them are done. Reports
 * each reason to wait once.
 */
export async function migrate(db: Db, report: Report = () => undefined): Promise<void> {
  const { pending, unknown } = await readMigrations(db);
  refuseNewer({ unknown });
  if (pending.length === 0) return;
  await db.connection().execute(async (connection) => {
    await waitForOthers(connection, report);
    try {
      await migrateLocked(connection, report);
    } finally {
      // If this fails, the end of the session releases the lock.
      await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => undefined);
    }
  });
}

const { migration: lock } = advisoryLocks;

/** Locks the migration. Polls, because a statement that waits for the lock shows no progress. */
async function waitForOthers(connection: Db, report: Report): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ readonly done: boolean; readonly holder: number | null }>`
      select pg_try_advisory_lock(${lock}) as done, (
        select pid from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and granted
          and classid = 0 and objid = ${lock} and pid <> pg_backend_pid()
      ) as holder`.execute(connection);
    const { done, holder } = rows[0]!;
    if (done) return;
    if (attempt === 1)
      report(
        `Another process is migrating the tables (session ${holder} of PostgreSQL). Waiting for it.`,
      );
    await sleep(pauseMs);
  }
}

async function migrateLocked(connection: Db, report: Report): Promise<void> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  // Processes of the previous version lock tables in any order. The migration gives up before
  // PostgreSQL would end one of their transactions because of a deadlock.
  await sql`set lock_timeout = '500ms'`.execute(connection);
  for (let left = maxAttempts; ; left--) {
    const { error } = await migrator.migrateToLatest();
    if (!error) break;
    if (!isLocked(error) || left === 1)
      throw new Error('The database tables could not be migrated', { cause: error });
    if (left === maxAttempts)
      report(
        `Another session holds a lock on the tables, such as a backup. Waiting up to ${maxAttempts} seconds for it.`,
      );
    await sleep(pauseMs);
  }
  await sql`reset lock_timeout`.execute(connection);
}

/** Processes of the previous version hold locks for moments. This makes a minute in total. */
const maxAttempts = 60;
const pauseMs = 500;

/** Returns whether other processes held a lock for too long, or caused a deadlock. */
const isLocked = (error: unknown): boolean =>
  ['55P03', '40P01'].includes(String((error as { readonly code?: unknown }).code));

/**
 * Returns the migrations that the database still needs, and those that this version does not know.
 */
export async function readMigrations(db: Db): Promise<{ pending: string[]; unknown: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch((error: unknown) => {
      if ((error as { readonly code?: string }).code === undefinedTable) return { rows: [] };
      throw error;
    });
  const done = rows.map(({ name }) => name);
  return {
    pending: Object.keys(migrations).filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !(name in migrations)),
  };
}

/** The error of PostgreSQL if a table does not exist. */
const undefinedTable = '42P01';
