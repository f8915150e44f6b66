import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';

/** A row with media holds up to megabytes, and any other row a few kilobytes. */
const rowsPerBatch = { withBytes: 10, others: 500 } as const;

interface Table {
  readonly name: string;
  readonly hasBytes: boolean;
  readonly where?: string;
}

/** The tables of the queue that hold work. The queue fills its other tables when it starts. */
const queueTables: readonly Table[] = [
  { name: 'pgboss.queue', hasBytes: false },
  { name: 'pgboss.schedule', hasBytes: false },
  { name: 'pgboss.job', hasBytes: false, where: `state < 'completed'` },
];

/** Returns whether any of the service's tables has rows. */
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
 * versions of PostgreSQL.
 */
export async function copyTables(
  from: Db,
  to: Db,
  report: (table: string, rows: number) => void,
): Promise<void> {
  await from.transaction().execute((source) =>
    to.transaction().execute(async (target) => {
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
  const size = sql.lit(hasBytes ? rowsPerBatch.withBytes : rowsPerBatch.others);
  await sql`declare moved no scroll cursor for
    select to_json(one)::text as json from ${table} as one where ${condition}`.execute(source);
  let copied = 0;
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch ${size} from moved`.execute(source);
    if (rows.length === 0) break;
    const json = `[${rows.map((row) => row.json).join()}]`;
    await sql`insert into ${table}
      select * from json_populate_recordset(null::${table}, ${json}::json)`.execute(target);
    copied += rows.length;
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
