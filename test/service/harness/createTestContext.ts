import { createActivity } from '../../../service/carriers/state/activity.ts';
import type { Context } from '../../../service/core/context.ts';
import { createSimulatedRegistry } from '../../../service/registry/registry.ts';
import { createSecrets } from '../../../service/secrets/secrets.ts';

type Own = Pick<Context, 'db' | 'searches' | 'enqueue' | 'carriers'> & Partial<Context>;

/** Creates a context without a service, with the settings that most tests share. */
export function createTestContext({ clock = () => new Date(), ...own }: Own): Context {
  return {
    secrets: createSecrets('a server key'),
    registry: createSimulatedRegistry(36),
    enforce10dlc: false,
    allowPrivateWebhooks: false,
    auditRetentionDays: 400,
    batch: () => 500,
    embedded: true,
    wakeDispatch: () => undefined,
    origin: () => 'http://localhost',
    activity: createActivity(clock),
    clock,
    ...own,
  };
}
