import { sql } from 'kysely';
import type { Context } from '../core/context.ts';

/**
 * A claim older than this belongs to a process that is gone, because the carrier has less time to
 * respond. The clock of the database measures it, which all processes share.
 */
export const claimSeconds = 20;

/**
 * Claims whose transaction failed, and when. No carrier has seen their messages. But a commit whose
 * response was lost may have stored the claim, and a carrier that nobody can ask would then count the
 * messages as sent.
 */
export const unusedClaims = new Map<string, number>();

/** A lost database session may still commit, but not for this long. */
const unusedMs = 60_000;

/** Returns the messages of failed claims to their queues. */
export async function releaseUnusedClaims({ db }: Context): Promise<void> {
  const claims = [...unusedClaims];
  if (claims.length === 0) return;
  await sql`
    update message set submitting_at = null, claim = null
    where claim = any(${claims.map(([claim]) => claim)}::text[])
      and status in ('scheduled', 'queued') and submitting_at is not null`.execute(db);
  for (const [claim, at] of claims)
    if (performance.now() - at > unusedMs) unusedClaims.delete(claim);
}
