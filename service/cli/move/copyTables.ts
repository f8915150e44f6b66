import { sql } from 'kysely';
import { lockFirstAccount } from '../../accounts/addAccount.ts';
import type { Db } from '../../store/database.ts';
import { CommandError } from '../command.ts';

/** A row with media holds up to 10 MB as JSON, and the stored response to a batch up to 1 MB. */
const rowsPerRead = { withBytes: 1, others: 20 } as const;
const charactersPerInsert = 4_000_000;

/** The database that gets the data has data already. */
export class NotEmptyError extends CommandError {
  constructor() {
    super(
      'The database in DATABASE_URL has data already. Create an empty database, or delete this one if you do not need its data.',
    );
  }
}

interface Table {
  readonly name: string;
  readonly hasBytes?: boolean;
  readonly where?: string;
}

/** The tables of the queue that hold work. The queue fills its other tables when it starts. */
const queueTables: readonly Table[] = [
  { name: 'pgboss.queue' },
  { name: 'pgboss.schedule' },
  { name: 'pgboss.job', where: `state < 'completed'` },
];

/** Returns whether any of the tables has rows. */
export async function hasRows(db: Db): Promise<boolean> {
  for (const { name } of [...(await listTables(db)), ...queueTables]) {
    const { rows } = await sql`select from ${sql.raw(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/**
 * Copies all rows into the empty tables of another database, in one transaction, and reports how
 * many rows each table has. The rows travel as JSON, so the two databases can have different
 * versions of PostgreSQL. Rejects with a `NotEmptyError` if there are rows.
 */
export async function copyTables(
  from: Db,
  to: Db,
  report: (table: string, rows: number) => void,
): Promise<void> {
  await from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
      // The embedded database may need longer to read than a connection may be idle.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(target);
      // A service that starts meanwhile waits before it creates its first account.
      await lockFirstAccount(target);
      if (await hasRows(target)) throw new NotEmptyError();
      // The triggers would count each message twice.
      await sql`alter table message disable trigger user`.execute(target);
      for (const table of [...(await listTables(source)), ...queueTables])
        report(table.name, await copyTable(source, target, table));
      await sql`alter table message enable trigger user`.execute(target);
      await copySequences(source, target);
      // Without statistics, PostgreSQL reads whole tables until it has gathered them.
      await sql`analyze`.execute(target);
    }),
  );
}

/** Lists the tables so that each one follows those that its foreign keys refer to. */
async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string; parents: string[]; hasBytes: boolean }>`
    select relname as name,
      array(
        select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = c.oid and confrelid <> c.oid
      ) as parents,
      exists (
        select from pg_attribute where attrelid = c.oid and atttypid = 'bytea'::regtype
      ) as "hasBytes"
    from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '^kysely_'
    order by relname`.execute(db);
  const ordered: Table[] = [];
  for (let left = rows; left.length > 0;) {
    const names = new Set(left.map(({ name }) => name));
    const isReady = ({ parents }: (typeof rows)[number]) => !parents.some((one) => names.has(one));
    ordered.push(...left.filter(isReady));
    left = left.filter((table) => !isReady(table));
    if (left.length === names.size) throw new Error('Foreign keys of the tables form a circle');
  }
  return ordered;
}

async function copyTable(
  source: Db,
  target: Db,
  { name, hasBytes, where = 'true' }: Table,
): Promise<number> {
  const [table, condition] = [sql.raw(name), sql.raw(where)];
  const size = sql.lit(hasBytes ? rowsPerRead.withBytes : rowsPerRead.others);
  await sql`declare moved no scroll cursor for
    select to_json(one)::text as json from ${table} as one where ${condition}`.execute(source);
  let copied = 0;
  for (let isOver = false; !isOver;) {
    const batch: string[] = [];
    for (let characters = 0; !isOver && characters < charactersPerInsert;) {
      const { rows } = await sql<{ json: string }>`fetch ${size} from moved`.execute(source);
      for (const { json } of rows) {
        batch.push(json);
        characters += json.length;
      }
      isOver = rows.length === 0;
    }
    const json = `[${batch.join()}]`;
    await sql`insert into ${table}
      select * from json_populate_recordset(null::${table}, ${json}::json)`.execute(target);
    copied += batch.length;
  }
  await sql`close moved`.execute(source);
  return copied;
}

async function copySequences(source: Db, target: Db): Promise<void> {
  const { rows } = await sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public'`.execute(source);
  for (const { name, last } of rows)
    if (last !== null) await sql`select setval(${name}, ${last}::bigint)`.execute(target);
}
