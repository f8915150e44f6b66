import { limits, type ClaimStatus } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { failMissing } from '../errors/serviceError.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { connectionRefused } from './delivery/post.ts';

interface Claim {
  readonly eventId: string;
  readonly claimant: string;
  readonly now: Date;
}

/**
 * Lets one process of a receiver handle an event. A process that got an earlier attempt and whose
 * response is missing has a few seconds to acknowledge or claim the event first.
 */
export async function claimEvent(
  trx: Trx,
  { id, account_id }: Pick<Selectable<WebhookTable>, 'id' | 'account_id'>,
  { eventId, claimant, now }: Claim,
): Promise<ClaimStatus> {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const { rows: events } = await sql`
    select 1 from event where account_id = ${account_id} and id = ${eventId}
    for key share`.execute(trx);
  if (events.length === 0) failMissing('event');
  // The row that this writes makes concurrent claims wait for each other.
  const { rows: claims } = await sql`
    insert into event_claim (webhook_id, event_id, claimant, expires_at)
    select ${id}, ${eventId}, ${claimant}, ${after(limits.claimSeconds)}
    where not exists (
      select 1 from delivery
      where webhook_id = ${id} and event_id = ${eventId}
        and status_code is null and error is distinct from ${connectionRefused}
        and started_at > ${after(-limits.undecidedSeconds)})
    on conflict (webhook_id, event_id) do update
      set claimant = excluded.claimant, expires_at = excluded.expires_at
      where event_claim.claimant = excluded.claimant or event_claim.expires_at <= ${now}
    returning 1`.execute(trx);
  const { rows: acknowledged } = await sql`
    select 1 from acknowledged_event
    where webhook_id = ${id} and event_id = ${eventId}`.execute(trx);
  if (acknowledged.length > 0) return 'handled';
  return claims.length > 0 ? 'granted' : 'busy';
}
