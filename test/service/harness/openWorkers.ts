import { readConfig } from '../../../service/config/config.ts';
import type { Context } from '../../../service/core/context.ts';
import { createPulse } from '../../../service/observability/pulse.ts';
import { openContext } from '../../../service/runtime/openContext.ts';
import { createSignal } from '../../../service/runtime/signal.ts';
import { startWorkers } from '../../../service/runtime/workers.ts';
import { openFolder, type TestDatabase } from './database.ts';

interface Workers {
  readonly context: Context;
  readonly environment: TestDatabase['environment'];
  /** The errors that the workers reported. */
  readonly errors: readonly string[];
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a new database with workers that do not run yet, so that jobs can wait for them. */
export async function openWorkers(): Promise<Workers> {
  const database = await openFolder();
  const errors: string[] = [];
  const onError = (error: unknown, doing: string) => errors.push(`${doing}: ${String(error)}`);
  const { environment } = database;
  const clock = () => new Date();
  const { context, store } = await openContext(readConfig(environment), { clock, onError });
  let stop: (() => Promise<void>) | undefined;
  return {
    context,
    environment,
    errors,
    async start() {
      stop = await startWorkers(context, store.boss, {
        queueSignal: createSignal(),
        pulse: createPulse(),
        onError,
      });
    },
    async close() {
      await stop?.();
      await store.close();
      await database.remove();
    },
  };
}
