import { sql } from 'kysely';
import { createLease, type Lease } from '../carriers/lease.ts';
import type { Context } from '../core/context.ts';
import { lockMatching } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import { minute } from '../times/durations.ts';

/**
 * A claim older than this belongs to a process that is gone, because carriers must respond sooner.
 * The database's clock, which all processes share, measures the age.
 */
export const claimSeconds = 20;

/** A claim is renewed when it is this old. */
export const renewSeconds = claimSeconds / 4;

/**
 * Starts the lease of a message. Call it before the statement that stores or renews the claim. The
 * lease ends before another process may take the claim over.
 *
 * A short time remains between the last check and the moment when the operating system sends the
 * message. A process that stops exactly then can still send it late. A pause of the
 * whole virtual machine, whose clocks stop too, remains unnoticed until the next renewal reads the
 * claim. Only the carrier could refuse a message in these cases, and most have no means for that.
 */
export const startLease = (): Lease => createLease((claimSeconds - renewSeconds) * 1000);

/**
 * Remembers the claims whose transaction failed, with the time. No carrier has seen their messages.
 * But if only the response to the commit was lost, the claim is stored. Once that claim is stale, a
 * carrier without a way to look up messages would count them as sent.
 */
const unusedClaims = new WeakMap<Context, Map<string, number>>();

export function keepUnusedClaim(context: Context, claim: string): void {
  const claims = unusedClaims.get(context) ?? new Map<string, number>();
  unusedClaims.set(context, claims.set(claim, performance.now()));
}

/** A lost database session may still commit, but not for this long. */
const maxCommitDelayMs = minute;

/** Returns the messages of failed claims to their queues. */
export async function releaseUnusedClaims(context: Context): Promise<void> {
  const unused = unusedClaims.get(context);
  if (!unused?.size) return;
  const claims = [...unused];
  await sql`
    update message set submitting_at = null, claim = null, attempts = attempts - 1
    where id = ${lockMatching(sql`claim = any(${claims.map(([claim]) => claim)}::text[])
      and ${isUnsent()} and submitting_at is not null`)}`.execute(context.db);
  for (const [claim, at] of claims)
    if (performance.now() - at > maxCommitDelayMs) unused.delete(claim);
}
