import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { hashOfKey } from '../http/authenticate.ts';
import { readMigrations, type Db } from '../store/database.ts';
import { fine, note, wrong, type Finding } from './finding.ts';

const mostSecondsApart = 30;

/** What the database holds, be it embedded or PostgreSQL. */
export async function checkTables(db: Db, { apiKey }: Config): Promise<Finding[]> {
  const { pending, unknown } = await readMigrations(db);
  if (unknown.length > 0) {
    return [
      wrong(
        `The database was brought up to date by a newer Textloom (${unknown.join(', ')}). Start that version again, or restore a backup from before.`,
      ),
    ];
  }
  if (pending.length > 0)
    return [note(`The next start brings the tables up to date (${pending.join(', ')}).`)];
  const key = apiKey
    ? await db
        .selectFrom('api_key')
        .select('revoked_at')
        .where('hash', '=', hashOfKey(apiKey))
        .executeTakeFirst()
    : undefined;
  return [
    fine('The tables are up to date.'),
    ...(key?.revoked_at
      ? [wrong('API_KEY is a key that was revoked. Set it to another one, or leave it empty.')]
      : []),
  ];
}

/** Whether the clock of the database goes with that of this machine. */
export async function checkClock(db: Db, now = new Date()): Promise<Finding[]> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const apart = Math.round(Math.abs(rows[0]!.now.getTime() - now.getTime()) / 1000);
  return apart <= mostSecondsApart
    ? []
    : [
        wrong(
          `The clocks of this machine and of PostgreSQL are ${apart} seconds apart. Set both by NTP.`,
        ),
      ];
}
