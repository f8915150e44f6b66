import type { Context } from '../core/context.ts';
import { findClockProblem } from '../store/findClockProblem.ts';

/**
 * Returns work that compares the clocks of this machine and of the database, and throws once each
 * time that they begin to differ. The embedded database uses the clock of the machine.
 */
export function watchClocks(): (
  context: Pick<Context, 'db' | 'clock' | 'embedded'>,
) => Promise<void> {
  let isKnown = false;
  return async ({ db, clock, embedded }) => {
    const problem = embedded ? undefined : await findClockProblem(db, clock);
    const isNew = problem !== undefined && !isKnown;
    isKnown = problem !== undefined;
    if (isNew) throw new Error(problem);
  };
}
