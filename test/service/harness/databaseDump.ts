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

/** Returns the columns, such as `public.event.body`, that contain a text of plain letters. */
export const columnsWith = (environment: Environment, text: string): Promise<string[]> =>
  query(environment, async (run) => {
    const found = [];
    for (const table of new Set((await readColumns(run)).map((column) => column.table))) {
      const { rows } = (await run(`
        select distinct '${table}.' || each.key as column
        from ${table} as t, jsonb_each_text(to_jsonb(t)) as each
        where t::text like '%${text}%' and each.value like '%${text}%'`)) as {
        rows: { column: string }[];
      };
      found.push(...rows.map(({ column }) => column));
    }
    return found.sort();
  });

async function readColumns(run: Query) {
  // The views of `information_schema` take 20 times as long.
  const { rows } = await run(`
    select nspname || '.' || relname as table, attname as column, format_type(atttypid, null) as type
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and nspname not in ('pg_catalog', 'information_schema')`);
  return rows as { table: string; column: string; type: string }[];
}

async function readAll(run: Query): Promise<Dump> {
  const rows = await readColumns(run);
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
  type.endsWith('[]') ||
  !/^(boolean|smallint|integer|bigint|numeric|double precision|timestamp|uuid|interval)/.test(type);
