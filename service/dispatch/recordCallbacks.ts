import { sql } from 'kysely';
import type { JobWithMetadata } from 'pg-boss';
import type { Inbox, IncomingText, Receipt, SubmitResponse } from '../carriers/carrier.ts';
import type { InboxOutcome } from '../carriers/storeEach.ts';
import type { CallbackEvent } from '../store/callbackEvent.ts';
import type { Db } from '../store/database.ts';
import type { Jobs } from '../store/jobs.ts';

interface Event {
  readonly jobId: string;
  readonly receivedAt: number;
  /** By the database's clock. */
  readonly arrivedAt: Date;
  readonly event: CallbackEvent;
}

/**
 * Gives the events of callbacks to the inboxes of their carriers. Returns the IDs of the jobs that
 * must run again, because the service could not store one of their events. The other jobs of the
 * batch are done.
 */
export async function recordCallbacks(
  db: Db,
  jobs: readonly Pick<JobWithMetadata<Jobs['callback']>, 'id' | 'data' | 'createdOn'>[],
  getInbox: (carrier: string) => Inbox,
): Promise<ReadonlySet<string>> {
  const postponed = new Set<string>();
  // The queue returns jobs in any order, and processes with different clocks have added them.
  const ordered = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime());
  for (const [carrier, some] of Map.groupBy(ordered, ({ data }) => data.carrier)) {
    const events = some.flatMap(({ id, data: { receivedAt, events }, createdOn: arrivedAt }) =>
      events.map((event) => ({ jobId: id, receivedAt, arrivedAt, event })),
    );
    const own = await dropContradictions(db, carrier, events);
    for (const jobId of await recordEvents(getInbox(carrier), own)) postponed.add(jobId);
  }
  return postponed;
}

/**
 * Removes our message from receipts whose reference belongs to another message. Providers that sign
 * only the body cannot prove that a callback is for the address of this message.
 */
async function dropContradictions(
  db: Db,
  carrier: string,
  events: readonly Event[],
): Promise<Event[]> {
  const refs = events.flatMap(({ event }) =>
    event.kind === 'receipt' && event.messageId !== undefined ? [event.ref] : [],
  );
  const { rows } = await sql<{ ref: string; message_id: string }>`
    select ref, message_id from part
    where carrier = ${carrier} and ref = any(${refs}::text[])`.execute(db);
  const owners = new Map(rows.map(({ ref, message_id }) => [ref, message_id]));
  return events.map((one) => {
    const { event } = one;
    if (event.kind === 'text') return one;
    const owner = owners.get(event.ref) ?? event.messageId;
    if (owner !== undefined) owners.set(event.ref, owner);
    return owner === event.messageId ? one : { ...one, event: { ...event, messageId: undefined } };
  });
}

/** Returns the jobs of the events that could not be stored. */
async function recordEvents(inbox: Inbox, events: readonly Event[]): Promise<string[]> {
  const postponed: string[] = [];
  const record = async <T>(
    select: (
      event: CallbackEvent,
      arrival: Pick<Event, 'receivedAt' | 'arrivedAt'>,
    ) => T | undefined,
    store: (items: readonly T[]) => Promise<readonly InboxOutcome[]>,
  ) => {
    const items = events.flatMap(({ jobId, event, ...arrival }) => {
      const item = select(event, arrival);
      return item === undefined ? [] : [{ jobId, item }];
    });
    const outcomes = await store(items.map(({ item }) => item));
    items.forEach(({ jobId }, at) => outcomes[at] === 'postponed' && postponed.push(jobId));
  };
  await record(toSubmitResponse, inbox.submitResponses);
  await record(toReceipt, inbox.receipts);
  await record(toText, inbox.texts);
  return postponed;
}

/**
 * A callback that names our message proves that the provider accepted it. So it is the response to
 * its submit, even if that response never arrives. Any claim may report an acceptance.
 */
const toSubmitResponse = (event: CallbackEvent): SubmitResponse | undefined =>
  event.kind === 'receipt' && event.messageId !== undefined
    ? {
        messageId: event.messageId,
        claim: '',
        result: { kind: 'accepted', refs: [event.ref] },
      }
    : undefined;

const toReceipt = (event: CallbackEvent): Receipt | undefined =>
  event.kind === 'receipt' && event.outcome !== undefined
    ? { ref: event.ref, outcome: event.outcome, code: event.code }
    : undefined;

function toText(
  event: CallbackEvent,
  { receivedAt, arrivedAt }: Pick<Event, 'receivedAt' | 'arrivedAt'>,
): IncomingText | undefined {
  if (event.kind !== 'text') return undefined;
  const { kind: _, ...text } = event;
  return { ...text, receivedAt: new Date(receivedAt), arrivedAt };
}
