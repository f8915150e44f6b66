import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createPglite } from '../../service/store/embedded/openFolder.ts';

/** A complete database: the text of each value, by table and column. */
export interface Dump {
  readonly columns: readonly { readonly table: string; readonly column: string }[];
  readonly values: readonly {
    readonly table: string;
    readonly column: string;
    readonly text: string;
  }[];
}

type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>;

/** Reads all tables of a database that a service may be using. */
export async function dumpDatabase(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Dump> {
  if (environment.DATABASE_URL) {
    const client = new pg.Client({ connectionString: environment.DATABASE_URL });
    await client.connect();
    const dump = await readAll((text) => client.query(text));
    await client.end();
    return dump;
  }
  const copy = await mkdtemp(join(tmpdir(), 'textloom-dump-'));
  // The service runs in this thread, so that nothing writes while this copies.
  cpSync(join(environment.DATA_DIR!, 'database'), copy, { recursive: true });
  const pglite = await createPglite({ dataDir: copy });
  const dump = await readAll((text) => pglite.query(text));
  await pglite.close();
  await rm(copy, { recursive: true });
  return dump;
}

const shown = `table_schema not in ('pg_catalog', 'information_schema')`;

async function readAll(query: Query): Promise<Dump> {
  const { rows } = (await query(`
    select table_schema || '.' || table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where columns.${shown} and table_type = 'BASE TABLE'`)) as {
    rows: { table: string; column: string; type: string }[];
  };
  const values = [];
  for (const table of new Set(rows.map((row) => row.table))) {
    const content = (await query(
      `select each.key as column, each.value as text from ${table} as t, jsonb_each_text(to_jsonb(t)) as each`,
    )) as { rows: { column: string; text: string | null }[] };
    for (const { column, text } of content.rows)
      if (text !== null) values.push({ table, column, text });
  }
  return { columns: rows.filter(({ type }) => holdsText(type)), values };
}

const holdsText = (type: string): boolean =>
  !/^(boolean|smallint|integer|bigint|numeric|double precision|timestamp|uuid|interval)/.test(type);
