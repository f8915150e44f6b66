import { query, type Environment, type Query } from './runningDatabase.ts';

/** A complete database: the text of each value, by table and column. */
export interface Dump {
  readonly columns: readonly { readonly table: string; readonly column: string }[];
  readonly values: readonly {
    readonly table: string;
    readonly column: string;
    readonly text: string;
  }[];
}

/** Reads all tables of a database that a service may be using. */
export const dumpDatabase = (environment: Environment): Promise<Dump> =>
  query(environment, readAll);

const shown = `table_schema not in ('pg_catalog', 'information_schema')`;

async function readAll(run: Query): Promise<Dump> {
  const { rows } = (await run(`
    select table_schema || '.' || table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where columns.${shown} and table_type = 'BASE TABLE'`)) as {
    rows: { table: string; column: string; type: string }[];
  };
  const values = [];
  for (const table of new Set(rows.map((row) => row.table))) {
    const content = (await run(
      `select each.key as column, each.value as text from ${table} as t, jsonb_each_text(to_jsonb(t)) as each`,
    )) as { rows: { column: string; text: string | null }[] };
    for (const { column, text } of content.rows)
      if (text !== null) values.push({ table, column, text });
  }
  return { columns: rows.filter(({ type }) => holdsText(type)), values };
}

const holdsText = (type: string): boolean =>
  !/^(boolean|smallint|integer|bigint|numeric|double precision|timestamp|uuid|interval)/.test(type);
