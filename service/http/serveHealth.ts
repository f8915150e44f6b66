import { basePath } from '@textloom/shared/contract';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../observability/health.ts';
import { version } from '../lib/version.ts';
import { fail } from '../errors/serviceError.ts';

/**
 * Serves `/v1/health`, which checks that the service works, and `/ready`, which checks that this
 * process accepts requests.
 */
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
  // The tables are up to date, because the service listens only after it updates them.
  app.get('/ready', async () => {
    if (isStopping()) fail('unavailable', { detail: 'This process is stopping.' });
    await requireHealth();
    return { status: 'ready' };
  });
}
