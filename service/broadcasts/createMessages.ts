import { contract, type Message } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { decideUnroutable } from '../carriers/decideUnroutable.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { draftWithoutLimit, enforceDailyLimit, type Draft } from '../messages/draftMessages.ts';
import { valueOrUndefined, type NewMessage } from '../messages/facts.ts';
import { storeMessages } from '../messages/sendMessages.ts';
import type { BroadcastTables } from '../store/tables/broadcastTables.ts';
import { stopBroadcast } from './broadcastStatus.ts';
import type { BroadcastContent } from './checkBroadcast.ts';
import { countBroadcastPace, countDue, readAllowance } from './sendRate.ts';
import { findSkipped, reasonOfRefusal, type SkippedReason } from './skippedReason.ts';
import { idleUntil, type Step } from './step.ts';

interface Recipient extends Pick<Selectable<BroadcastTables['broadcast_recipient']>, 'contact_id'> {
  /** The place of the row, which stays the same while this transaction holds its lock. */
  readonly place: string;
}

/** The result of a step for a recipient. */
type RecipientOutcome =
  | { readonly kind: 'created'; readonly messageId: Message['id'] }
  | { readonly kind: 'skipped'; readonly reason: SkippedReason }
  | { readonly kind: 'postponed'; readonly dueAt: Date }
  /** The broadcast stops, and the recipient stays pending. */
  | { readonly kind: 'stop'; readonly reason: 'daily_limit_reached' | 'sender_released' };

/**
 * The queued messages of one broadcast that are due. More would not leave sooner, and it would take
 * longer until a pause, a cancellation or a stop rule has reached all of them.
 */
const maxDue = 5_000;

/** The same, with those that wait for the end of quiet hours. */
const maxQueued = 20_000;

/**
 * Creates the messages of the next recipients. The transaction that stores a message also marks its
 * recipient, so a crash can neither repeat nor lose one.
 */
export async function createMessages(step: Step, queued: number): Promise<void> {
  const { context, trx, broadcast, work } = step;
  const isPaced = broadcast.messages_per_minute !== null;
  const allowance = isPaced ? await readAllowance(step, broadcast.id) : Infinity;
  const limit = Math.min(context.batch(), await readRoom(step, queued), allowance);
  const recipients = limit > 0 ? await lockPending(step, limit) : [];
  const outcomes = await decideAndStore(step, recipients);
  await markRecipients(step, recipients, outcomes);
  const count = (kind: RecipientOutcome['kind']) =>
    outcomes.filter((one) => one.kind === kind).length;
  const isIdle = limit > 0 && recipients.length === 0;
  await step.save({
    created: work.created + count('created'),
    skipped: work.skipped + count('skipped'),
    idle_steps: isIdle ? work.idle_steps + 1 : 0,
    next_at:
      recipients.length > 0 ? sql`now()` : idleUntil(isIdle ? work.idle_steps : 0, queued > 0),
  });
  if (isPaced && (count('created') > 0 || allowance < 1))
    await countBroadcastPace(trx, broadcast.id, count('created'));
  const stop = outcomes.find((one) => one.kind === 'stop');
  if (stop) await stopBroadcast(context, trx, broadcast.id, stop.reason);
}

/** Returns how many messages may join those in the queue. Counts what is due only if it matters. */
const readRoom = async (step: Step, queued: number): Promise<number> =>
  queued < maxDue
    ? maxDue - queued
    : Math.min(maxDue - (await countDue(step, step.broadcast.id)), maxQueued - queued);

/** Locks recipients who have no message yet, except those who wait for the end of quiet hours. */
const lockPending = ({ trx, broadcast, now }: Step, limit: number): Promise<Recipient[]> =>
  trx
    .selectFrom('broadcast_recipient')
    .select(['contact_id', sql<string>`ctid`.as('place')])
    .where('broadcast_id', '=', broadcast.id)
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('contact_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

type Outcomes = ReadonlyMap<string, RecipientOutcome>;

/** The draft of the message to a contact. */
interface RecipientDraft extends Draft {
  readonly contactId: string;
}

/** Stores the messages of recipients who can get one. Returns an outcome for each, in order. */
async function decideAndStore(
  step: Step,
  recipients: readonly Recipient[],
): Promise<RecipientOutcome[]> {
  if (recipients.length === 0) return [];
  const ids = recipients.map(({ contact_id }) => contact_id);
  const skipped = await findSkips(step, ids);
  const drafts = await draftTo(
    step,
    ids.filter((id) => !skipped.has(id)),
  );
  const postponed = findPostponed(step, drafts);
  const ready = drafts.filter(({ contactId }) => !postponed.has(contactId));
  const outcomes = new Map([...skipped, ...postponed, ...(await storeReady(step, ready))]);
  return ids.map((id) => outcomes.get(id)!);
}

/** Finds the contacts who get no message, whatever it says. */
async function findSkips(step: Step, ids: readonly string[]): Promise<Outcomes> {
  const { trx, account } = step;
  const contacts = await trx
    .selectFrom('contact')
    .select(['id', 'phone', 'status'])
    .where('account_id', '=', account.id)
    .where('id', 'in', ids)
    .orderBy('phone')
    // An erasure of a person waits until the message exists, and then cancels it.
    .forKeyShare()
    .execute();
  const known = new Set(contacts.map(({ id }) => id));
  const deleted = ids.filter((id) => !known.has(id)).map((id) => [id, 'contact_deleted'] as const);
  const reasons = [...deleted, ...(await findSkipped(step, contacts))];
  return new Map(reasons.map(([id, reason]) => [id, { kind: 'skipped', reason }]));
}

async function draftTo(step: Step, ids: readonly string[]): Promise<RecipientDraft[]> {
  const inputs = ids.map((id) => toNewMessage(step.broadcast, id));
  const drafts = await draftWithoutLimit(step, inputs);
  return drafts.map((draft, at) => ({ ...draft, contactId: ids[at]! }));
}

/** Finds the contacts who get their message later. */
function findPostponed(step: Step, drafts: readonly RecipientDraft[]): Outcomes {
  const postponed = new Map<string, RecipientOutcome>();
  const postpone = (contactId: string, dueAt: Date) =>
    postponed.set(contactId, { kind: 'postponed', dueAt });
  // A message that exists would use up its time to live, and leave regardless of the pace.
  for (const { contactId, row } of drafts)
    if (!(row instanceof ServiceError) && row.held_reason && row.send_at)
      postpone(contactId, new Date(row.send_at));
  const unroutable = drafts.filter((draft) => isSenderUnroutable(step, draft));
  const wait =
    unroutable.length > 0 && decideUnroutable(step.context.carriers, [step.broadcast]).waits[0];
  if (wait) {
    const dueAt = new Date(step.now.getTime() + wait.seconds * 1_000);
    for (const { contactId } of unroutable) postpone(contactId, dueAt);
  }
  return postponed;
}

/** Stores the messages that the daily limit allows. */
async function storeReady(step: Step, ready: readonly RecipientDraft[]): Promise<Outcomes> {
  const limited = await enforceDailyLimit(step, ready);
  const rows = limited.flatMap(({ row }) =>
    row instanceof ServiceError ? [] : [{ ...row, broadcast_id: step.broadcast.id }],
  );
  await storeMessages(step, rows);
  return new Map(limited.map(({ row }, at) => [ready[at]!.contactId, toOutcome(row)]));
}

/** Returns whether this process knows no carrier for the sender. Another process may know one. */
function isSenderUnroutable({ context }: Step, { row, facts }: Draft): boolean {
  if (!(row instanceof ServiceError) || row.code !== 'no_route') return false;
  const number = valueOrUndefined(facts.number);
  if (!number) return false;
  const sender = { from: number.number, owner: number.carrier };
  return context.carriers.findRoutes(sender).carriers.length === 0;
}

function toOutcome(row: Draft['row']): RecipientOutcome {
  if (!(row instanceof ServiceError)) return { kind: 'created', messageId: row.id };
  if (row.code === 'daily_limit_reached') return { kind: 'stop', reason: 'daily_limit_reached' };
  if (row.code === 'sender_not_owned') return { kind: 'stop', reason: 'sender_released' };
  return { kind: 'skipped', reason: reasonOfRefusal(row) };
}

/** Messages of a broadcast can wait in the queue as long as any. */
export const { maximum: ttl } = contract.message.send.input.properties.ttl;

/** Returns the message of a broadcast to a contact, as a caller would send it. */
export const toNewMessage = (
  { sender, text, media, smart_encoding, purpose, metadata }: BroadcastContent,
  contact_id: string,
): NewMessage => ({
  contact_id,
  from: sender,
  ...(text !== '' && { text }),
  ...(media && { media_urls: media.map(({ url }) => url) }),
  smart_encoding,
  purpose,
  metadata,
  ttl,
});

async function markRecipients(
  { trx }: Step,
  recipients: readonly Recipient[],
  outcomes: readonly RecipientOutcome[],
): Promise<void> {
  const changes = recipients.flatMap(({ place }, at): object[] => {
    const outcome = outcomes[at]!;
    switch (outcome.kind) {
      case 'created':
        return [{ place, status: 'created', message_id: outcome.messageId }];
      case 'skipped':
        return [{ place, status: 'skipped', reason: outcome.reason }];
      case 'postponed':
        return [{ place, status: 'pending', due_at: outcome.dueAt }];
      case 'stop':
        return [];
    }
  });
  if (changes.length === 0) return;
  // Does not join by the ID of the broadcast. While the statistics of the table are old, the
  // database would expect one recipient, and read them all.
  await sql`
    update broadcast_recipient as recipient set status = change.status,
      message_id = change.message_id, skipped_reason = change.reason,
      due_at = coalesce(change.due_at, recipient.due_at)
    from json_to_recordset(${JSON.stringify(changes)}::json)
      as change(place tid, status text, message_id text, reason text, due_at timestamptz)
    where recipient.ctid = change.place`.execute(trx);
}
