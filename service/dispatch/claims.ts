import { sql } from 'kysely';
import type { Context } from '../core/context.ts';

/**
 * A claim older than this is of a process that is gone: the carrier was given less time to answer.
 * The database's clock measures it, the one clock that all processes share.
 */
export const claimSeconds = 20;

/**
 * Claims that failed, and when. No carrier has seen their messages, yet a commit whose answer was lost
 * may have stored the claim, and a carrier that cannot be asked would count the messages as sent.
 */
export const unused = new Map<string, number>();

/** Longer than a lost session of the database lives, which may still commit. */
const unusedMs = 60_000;

/** Puts the messages of failed claims back into their lines. */
export async function freeUnused({ db }: Context): Promise<void> {
  const claims = [...unused];
  if (claims.length === 0) return;
  await sql`
    update message set submitting_at = null, claim = null
    where claim = any(${claims.map(([claim]) => claim)}::text[])
      and status in ('scheduled', 'queued') and submitting_at is not null`.execute(db);
  for (const [claim, at] of claims) if (performance.now() - at > unusedMs) unused.delete(claim);
}
