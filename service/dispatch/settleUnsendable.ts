import { readPermissions, type Texting } from '../consents/permissions.ts';
import type { Context } from '../core/context.ts';
import { advance, type Change } from '../messages/advance.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import { quietUntil } from '../messages/timing/quietHours.ts';
import { findHaltedBroadcasts, holdMessages } from '../recipients/haltedBroadcasts.ts';
import { findOpenStopReviews } from '../reviews/findOpenStopReviews.ts';
import type { Trx } from '../store/database.ts';
import { deferForQuietHours, type Deferral } from './deferForQuietHours.ts';
import { lookUpMarketing } from './lookUpMarketing.ts';

/** The decision about a message that is due. */
type Decision =
  | { readonly kind: 'send' }
  /** It leaves the queue until its broadcast continues. */
  | { readonly kind: 'hold' }
  /** It gets a later place in the queue. */
  | { readonly kind: 'defer'; readonly until: Date }
  | ({ readonly kind: 'end' } & Pick<Change, 'to' | 'error'>);

/**
 * Decides about messages that are due, and returns those to send. Ends, holds or defers the others,
 * which also clears the `submitting_at` and `claim` of a submit that was cut off. The transaction
 * must hold the locks of the rows.
 */
export async function settleUnsendable(
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  if (rows.length === 0) return [];
  const facts = await readFacts(context, trx, rows);
  const sendable: MessageRow[] = [];
  const changes: Change[] = [];
  const deferrals: Deferral[] = [];
  const held: string[] = [];
  for (const row of rows) {
    const decision = decide(row, facts);
    switch (decision.kind) {
      case 'send':
        sendable.push(row);
        break;
      case 'hold':
        held.push(row.id);
        break;
      case 'defer':
        deferrals.push({ id: row.id, until: decision.until });
        break;
      case 'end':
        changes.push({ messageId: row.id, to: decision.to, error: decision.error });
    }
  }
  await advance(context, trx, changes);
  await deferForQuietHours(trx, deferrals);
  await holdMessages(trx, held);
  return sendable;
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Reads what decides about the messages. */
const readFacts = async (context: Context, trx: Trx, rows: readonly MessageRow[]) => ({
  now: context.clock(),
  findConsentRefusal: await readPermissions(context, trx, rows.map(toTexting)),
  ...(await lookUpMarketing(context, trx, rows)),
  halts: await findHaltedBroadcasts(trx, rows),
  inReview: await findInReview(trx, rows),
});

/** Decides about one message. If several reasons apply, the first one counts. */
function decide(
  row: MessageRow,
  { now, findConsentRefusal, findContactZone, getFindOpening, isRefused, halts, inReview }: Facts,
): Decision {
  const halt = halts.get(row.broadcast_id ?? '');
  if (halt === 'cancel') return { kind: 'end', to: 'canceled' };
  if (halt === 'hold') return { kind: 'hold' };
  if (row.expires_at && row.expires_at <= now) {
    const wasTried = row.submitting_at !== null || row.attempts > 0;
    const error = wasTried ? 'carrier_unavailable' : 'ttl_expired';
    return { kind: 'end', to: 'expired', error };
  }
  const unwanted = row.is_keyword_reply ? undefined : findConsentRefusal(toTexting(row));
  if (unwanted) return { kind: 'end', to: 'failed', error: unwanted };
  // Its recipient may have asked for no more broadcasts.
  if (inReview.has(row.id)) return { kind: 'end', to: 'canceled' };
  if (isRefused(row)) return { kind: 'end', to: 'failed', error: 'unregistered_sender' };
  const until = quietUntil(row, getFindOpening(row), now, findContactZone(row));
  if (!until) return { kind: 'send' };
  return row.expires_at && row.expires_at <= until
    ? { kind: 'end', to: 'expired', error: 'ttl_expired' }
    : { kind: 'defer', until };
}

/** Returns the messages of broadcasts whose recipients' opt-outs nobody has decided yet. */
async function findInReview(trx: Trx, rows: readonly MessageRow[]): Promise<ReadonlySet<string>> {
  const byAccount = Map.groupBy(
    rows.filter(({ broadcast_id }) => broadcast_id !== null),
    ({ account_id }) => account_id,
  );
  const found: string[] = [];
  for (const [accountId, sent] of byAccount) {
    const phones = sent.map(({ recipient }) => recipient);
    const open = await findOpenStopReviews(trx, accountId, phones);
    found.push(...sent.flatMap(({ id, recipient }) => (open.has(recipient) ? [id] : [])));
  }
  return new Set(found);
}

const toTexting = ({ account_id: accountId, recipient, sender, purpose }: MessageRow): Texting => ({
  accountId,
  recipient,
  sender,
  purpose,
});
