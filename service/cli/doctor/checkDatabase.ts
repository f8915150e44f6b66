import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import { connectStore, type Db } from '../../store/database.ts';
import { findClockProblem } from '../../store/findClockProblem.ts';
import { checkTables } from './checkTables.ts';
import { ok, problem, problemIf, type Finding } from './finding.ts';
import { explainFailure } from '../explainFailure.ts';

interface Server {
  /** The version number of the server, such as 170002. */
  readonly version: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly mayCreate: boolean;
}

const minVersion = 14;

/** Checks the PostgreSQL server that DATABASE_URL names. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const store = await connectStore(config);
  try {
    const { db } = store;
    const server = checkServer(await readServer(db));
    const clockProblem = await findClockProblem(db);
    const isUsable = server.every(({ kind }) => kind !== 'problem');
    return [
      ...server,
      ...(clockProblem === undefined ? [] : [problem(clockProblem)]),
      ...(isUsable ? await checkTables(db, config) : []),
    ];
  } catch (error) {
    return [problem(explainFailure(error))];
  } finally {
    await store.close();
  }
}

async function readServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as "mayCreate"`.execute(db);
  return rows[0]!;
}

export function checkServer({ version, encoding, isReadOnly, mayCreate }: Server): Finding[] {
  const major = Math.floor(version / 10_000);
  return [
    major >= minVersion
      ? ok(`PostgreSQL ${major} responds.`)
      : problem(
          `PostgreSQL is version ${major}. Move the database to version ${minVersion} or later.`,
        ),
    ...problemIf(
      encoding !== 'UTF8',
      `The database uses the encoding ${encoding}, which cannot store all characters. Create it again with the encoding UTF8.`,
    ),
    ...problemIf(isReadOnly, explainFailure({ code: '25006' })),
    ...problemIf(!mayCreate, explainFailure({ code: '42501' })),
  ];
}
