import { basePath } from '@textloom/shared/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { version } from '../version.ts';
import { fail } from './serviceError.ts';

const patienceMs = 3_000;

/** Whether the service does its work (`/v1/health`), and whether this process is to be given requests (`/ready`). */
export function serveHealth(
  app: FastifyInstance,
  { db }: Pick<Context, 'db'>,
  isStopping: () => boolean,
): void {
  const askDatabase = () => db.selectFrom('account').select('id').limit(1).execute();
  app.get(`${basePath}/health`, async () => {
    await askDatabase();
    return { status: 'ok', version };
  });
  // It listens only once its tables are up to date.
  app.get('/ready', async () => {
    if (isStopping()) fail('unavailable', { detail: 'This process is stopping.' });
    const answers = await Promise.race([
      askDatabase().then(
        () => true,
        () => false,
      ),
      sleep(patienceMs, false, { ref: false }),
    ]);
    if (!answers) fail('unavailable', { detail: 'The database does not answer.' });
    return { status: 'ready' };
  });
}
