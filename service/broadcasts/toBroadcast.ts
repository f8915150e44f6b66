import { contract, messageStatus, type Broadcast } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { withInstants } from '../core/withInstants.ts';
import { iso } from '../times/iso.ts';
import { isFinal } from '../messages/statusMachine.ts';
import type {
  BroadcastTables,
  BroadcastTable,
  Tally,
  TallyKind,
} from '../store/tables/broadcastTables.ts';
import type { Trx } from '../store/database.ts';

type WorkCounts = Pick<
  Selectable<BroadcastTables['broadcast_work']>,
  'recipients' | 'created' | 'skipped'
>;

/** A broadcast and its counts, from one statement, so that the counts add up. */
export type CountedBroadcast = Selectable<BroadcastTable> & WorkCounts & { readonly tally: Tally };

/** Selects the tally of a broadcast, for statements that read rows of `broadcast`. */
const tallyOfBroadcast = sql<Tally>`(
  select coalesce(
    jsonb_object_agg(kind, jsonb_build_object('messages', messages, 'segments', segments)), '{}')
  from (
    select kind, sum(messages) as messages, sum(segments) as segments
    from (
      select kind, messages, segments from broadcast_tally
      where broadcast_id = broadcast.id
      union all
      select kind, messages, segments from broadcast_tally_change
      where broadcast_id = broadcast.id
    ) as part
    group by kind
  ) as total
)`.as('tally');

export const selectCountedBroadcasts = (trx: Trx) =>
  trx
    .selectFrom('broadcast')
    .innerJoin('broadcast_work', 'broadcast_work.broadcast_id', 'broadcast.id')
    .selectAll('broadcast')
    .select(['recipients', 'created', 'skipped', tallyOfBroadcast]);

/**
 * Selects when the first pending recipient is due, with one look into an index. Null if nobody is
 * pending, or if somebody is due.
 */
const nextMessageAt = sql<Date | null>`(
  select case when min(due_at) > now() then min(due_at) end from broadcast_recipient
  where broadcast_id = broadcast.id and status = 'pending'
)`.as('next_message_at');

/** Selects broadcasts for `toBroadcast`. */
export const selectBroadcasts = (trx: Trx) => selectCountedBroadcasts(trx).select(nextMessageAt);

/** Reads an existing broadcast as the API shows it. */
export const readBroadcast = async (trx: Trx, id: string): Promise<Broadcast> =>
  toBroadcast(await selectBroadcasts(trx).where('id', '=', id).executeTakeFirstOrThrow());

const finalKinds = messageStatus.enum.filter(isFinal);

export const countMessages = (tally: Tally, kinds: readonly TallyKind[]): number =>
  kinds.reduce((sum, kind) => sum + (tally[kind]?.messages ?? 0), 0);

export const countFinal = (tally: Tally): number => countMessages(tally, finalKinds);

/** Returns a broadcast as the API shows it. */
export function toBroadcast(
  row: CountedBroadcast & { readonly next_message_at: Date | null },
): Broadcast {
  const { tally, recipients, created, skipped } = row;
  const count = (kind: TallyKind) => countMessages(tally, [kind]);
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    stopped_reason: row.stopped_reason,
    // Earlier versions stored times as the caller wrote them.
    audience: withInstants(contract.broadcast.create.input.properties.audience, row.audience),
    from: row.sender,
    text: row.text,
    media_urls: (row.media ?? []).map(({ url }) => url),
    smart_encoding: row.smart_encoding,
    purpose: row.purpose,
    messages_per_minute: row.messages_per_minute,
    stop_rules: { failure_percent: row.failure_percent, opt_out_percent: row.opt_out_percent },
    metadata: row.metadata,
    progress: toProgress(row),
    counts: {
      recipients,
      pending: recipients - created - skipped,
      skipped,
      queued: count('queued'),
      sent: count('sent'),
      delivered: count('delivered'),
      undelivered: count('undelivered'),
      failed: count('failed'),
      expired: count('expired'),
      unconfirmed: count('unconfirmed'),
      canceled: count('canceled'),
      opted_out: count('opted_out'),
      replied: count('replied'),
      segments: Object.values(tally).reduce((sum, { segments }) => sum + segments, 0),
    },
    send_at: iso(row.send_at),
    next_message_at: row.status === 'running' ? iso(row.next_message_at) : null,
    created_at: iso(row.created_at),
    started_at: iso(row.started_at),
    completed_at: iso(row.completed_at),
  };
}

const toProgress = ({ status, recipients, skipped, tally }: CountedBroadcast): number => {
  if (recipients === 0) return status === 'completed' ? 100 : 0;
  return Math.floor((100 * (skipped + countFinal(tally))) / recipients);
};
