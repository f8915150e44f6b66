import { ApiError, type Client } from '../../client/index.ts';
import type { ClaimStatus } from '../../contract/index.ts';

/** The service makes this attempt half an hour after the first one, or minutes after it if the host was down. */
const lastAttempt = 5;

interface Claim {
  /** The ID of the webhook, or how to find it. A webhook that has ended has none. */
  readonly webhookId: string | ((signal: AbortSignal) => Promise<string | undefined>);
  readonly eventId: string;
  /** Identifies this process to the service. */
  readonly claimant: string;
  /** The number of the attempt to deliver. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly onError: (error: Error) => void;
}

/**
 * Asks the service whether this process can handle an event that the service delivers again. If there is
 * no response, a later attempt asks again, but not forever.
 */
export async function claimEvent(
  { webhook }: { readonly webhook: Pick<Client['webhook'], 'claim'> },
  { webhookId, eventId, claimant, attempt, signal, onError }: Claim,
): Promise<ClaimStatus> {
  try {
    const id = typeof webhookId === 'string' ? webhookId : await webhookId(signal);
    if (id === undefined) return 'granted';
    return (await webhook.claim({ id, event_id: eventId, claimant }, { signal })).status;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    onError(error);
    const isRefused = error instanceof ApiError && !error.retryable && error.code !== 'aborted';
    return isRefused || attempt >= lastAttempt ? 'granted' : 'busy';
  }
}
