import { sql } from 'kysely';
import type { Inbox, Receipt } from '../carriers/carrier.ts';
import type { CallbackEvent, CallbackReceipt } from '../store/callbackEvent.ts';
import type { Db } from '../store/database.ts';
import type { Jobs } from '../store/jobs.ts';

/**
 * Gives the events of callbacks to the inboxes of their carriers. Throws if some of them could not
 * be stored, so that the jobs run again. Events that are already stored count once.
 */
export async function recordCallbacks(
  db: Db,
  jobs: readonly Jobs['callback'][],
  inboxOf: (carrier: string) => Inbox,
): Promise<void> {
  const outcomes = [];
  // The queue returns jobs in any order.
  const ordered = jobs.toSorted((a, b) => a.receivedAt - b.receivedAt);
  for (const [carrier, some] of Map.groupBy(ordered, (job) => job.carrier)) {
    const events = some.flatMap((job) => job.events);
    const own = await dropContradictions(db, carrier, events);
    outcomes.push(...(await recordEvents(inboxOf(carrier), own)));
  }
  if (outcomes.includes('postponed')) throw new Error('Some callbacks could not be stored');
}

/**
 * Removes our message from receipts whose reference belongs to another message. Providers that sign
 * only the body cannot prove that a callback is for the address of this message.
 */
async function dropContradictions(
  db: Db,
  carrier: string,
  events: readonly CallbackEvent[],
): Promise<CallbackEvent[]> {
  const refs = events.flatMap((event) =>
    event.kind === 'receipt' && event.messageId !== undefined ? [event.ref] : [],
  );
  const { rows } = await sql<{ ref: string; message_id: string }>`
    select ref, message_id from part
    where carrier = ${carrier} and ref = any(${refs}::text[])`.execute(db);
  const owners = new Map(rows.map(({ ref, message_id }) => [ref, message_id]));
  return events.map((event) => {
    if (event.kind === 'text') return event;
    const owner = owners.get(event.ref) ?? event.messageId;
    if (owner !== undefined) owners.set(event.ref, owner);
    return owner === event.messageId ? event : { ...event, messageId: undefined };
  });
}

async function recordEvents(inbox: Inbox, events: readonly CallbackEvent[]) {
  const receipts = events.filter((event) => event.kind === 'receipt');
  return [
    ...(await inbox.submitResponses(receipts.flatMap(toSubmitResponse))),
    ...(await inbox.receipts(receipts.flatMap(toReceipt))),
    ...(await inbox.texts(
      events.flatMap((event) => {
        if (event.kind !== 'text') return [];
        const { kind: _, ...text } = event;
        return [text];
      }),
    )),
  ];
}

/**
 * A callback that names our message proves that the provider accepted it. So it is the response to
 * its submit, even if that response never arrives. Any claim may report an acceptance.
 */
const toSubmitResponse = ({ messageId, ref }: CallbackReceipt) =>
  messageId === undefined
    ? []
    : [{ messageId, claim: '', result: { kind: 'accepted', refs: [ref] } as const }];

const toReceipt = ({ ref, outcome, code }: CallbackReceipt): Receipt[] =>
  outcome === undefined ? [] : [{ ref, outcome, code }];
