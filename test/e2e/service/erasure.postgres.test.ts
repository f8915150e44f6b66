import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openPostgres } from '../../service/harness/database.ts';
import { describeErasure } from '../../service/erasures/erasure.suite.ts';

const run = promisify(execFile);

describeErasure('PostgreSQL', openPostgres, async ({ DATABASE_URL }) => {
  const { stdout } = await run('pg_dump', [DATABASE_URL!], { maxBuffer: 1e9 });
  return stdout;
});
