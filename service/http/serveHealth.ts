import { basePath } from '@textloom/shared/contract';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../observability/health.ts';
import { version } from '../lib/version.ts';
import { fail } from '../lib/errors.ts';

/** Whether the service does its work (`/v1/health`), and whether this process is to be given requests (`/ready`). */
export function serveHealth(
  app: FastifyInstance,
  { check }: Pick<Health, 'check'>,
  isStopping: () => boolean,
): void {
  const requireHealth = async () => {
    const detail = await check();
    if (detail !== undefined) fail('unavailable', { detail, retryAfter: 2 });
  };
  app.get(`${basePath}/health`, async () => {
    await requireHealth();
    return { status: 'ok', version };
  });
  // It listens only once its tables are up to date.
  app.get('/ready', async () => {
    if (isStopping()) fail('unavailable', { detail: 'This process is stopping.' });
    await requireHealth();
    return { status: 'ready' };
  });
}
