import type { AttemptResult } from '@textloom/shared/contract';
import type { SubmitResult } from '../carrier.ts';

/**
 * The pause of a carrier delays no message for longer than this, because another carrier may take
 * it. If none can, it waits in its queue until the pause ends.
 */
export const retryAfterMs = 500;

/** Returns the result of a submit that the provider definitely did not accept. */
export const retryWith = (
  result: AttemptResult,
  code?: string,
): SubmitResult & { kind: 'unsent' } => ({
  kind: 'unsent',
  retryAfterMs,
  attempt: { result, ...(code !== undefined && { code }) },
});
