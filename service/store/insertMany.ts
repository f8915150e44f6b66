import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Database } from './tables/tables.ts';

/**
 * Returns the start of a statement that inserts rows with the same columns. The rows travel as one
 * parameter, because building and parsing a statement with a parameter for each value takes longer
 * than the insert. `json` names the columns whose values are JSON already.
 */
export function insertMany<T extends keyof Database>(
  table: T,
  rows: readonly Insertable<Database[T]>[],
  json: readonly string[] = [],
): RawBuilder<unknown> {
  const names = Object.keys(rows[0]!);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const toJsonValue = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    // Cutting a text can leave half a character, which the database rejects as JSON.
    return json.includes(name) ? JSON.parse(value) : value.toWellFormed();
  };
  const values = rows.map((row: Readonly<Record<string, unknown>>) => {
    const value: Record<string, unknown> = {};
    // A column that is missing is null.
    for (const name of names) if (row[name] !== null) value[name] = toJsonValue(name, row[name]);
    return value;
  });
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::json)`;
}
