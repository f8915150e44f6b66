import { Registry } from 'prom-client';
import type { Context } from '../../core/context.ts';
import { inTime } from '../../concurrency/inTime.ts';
import type { Health } from '../../observability/health.ts';
import { ageMetrics } from './ageMetrics.ts';
import { countMetrics } from './countMetrics.ts';
import { gauge, type Reading } from './reading.ts';

/** Prometheus gives a scrape 10 seconds by default, and the check of the database can take 3. */
const readMs = 5_000;

/**
 * Reads the waiting work from the database. Every process reports the same values, so use their
 * maximum, not their sum. Reads the ages, which alerts need, before the counts, so that a slow
 * count hides no age.
 */
export function databaseMetrics(
  context: Pick<Context, 'db' | 'clock'> & { readonly carriers: readonly string[] },
  { checkDatabase }: Pick<Health, 'checkDatabase'>,
  readings: readonly Reading[] = [ageMetrics(context), countMetrics(context)],
): () => Promise<string> {
  const state = new Registry();
  const up = gauge(state, 'database_up', 'Whether the database accepts changes');
  return async () => {
    const works = (await checkDatabase()) === undefined;
    up.set(works ? 1 : 0);
    const texts = [await state.metrics()];
    // Without the database, nobody knows these values, and each question would wait for it.
    if (!works) return texts[0]!;
    const deadline = performance.now() + readMs;
    try {
      for (const read of readings)
        texts.push(await inTime(Math.max(0, deadline - performance.now()), read()));
    } catch {
      // The metrics that are missing show it.
    }
    return texts.join('\n');
  };
}
