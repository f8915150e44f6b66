/*
 * The books verify a run: each accepted message must be stored once, submitted to the carrier once
 * and reported to the webhook once.
 */

export interface Books {
  /**
   * Maps the text of each message to the ID in the response. No two messages have the same text.
   */
  readonly accepted: ReadonlyMap<string, string>;
  readonly stored: readonly {
    readonly id: string;
    readonly text: string;
    readonly status: string;
  }[];
  /** Holds the text of each submit that the carrier accepted. */
  readonly submitted: readonly string[];
  /** Holds the events `message.delivered`. */
  readonly events: readonly { readonly id: string; readonly message_id: string }[];
  /** Holds the event ID of each delivery that was sent to the receiver. */
  readonly delivered: readonly string[];
}

export interface Balance {
  readonly accepted: number;
  readonly stored: number;
  readonly submitted: number;
  /** Counts the events that the receiver got. */
  readonly events: number;
  /**
   * Counts the deliveries after the first one of each event. A receiver recognizes them by the
   * event ID.
   */
  readonly repeated: number;
  /**
   * Counts messages whose fate is unknown, because the carrier disconnected before it responded.
   */
  readonly unsure: number;
  /** Holds a sentence for each message or event that is missing somewhere. */
  readonly lost: readonly string[];
  /** Holds a sentence for each message or event that exists twice somewhere. */
  readonly duplicated: readonly string[];
}

export function balance({ accepted, stored, submitted, events, delivered }: Books): Balance {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const submits = countEach(submitted);
  const texts = countEach(stored.map(({ text }) => text));
  const eventsOf = Map.groupBy(events, ({ message_id }) => message_id);
  const has = new Set(delivered);
  const lost: string[] = [];
  let unsure = 0;
  for (const [text, id] of accepted) {
    const row = rows.get(id);
    const own = eventsOf.get(id) ?? [];
    if (!row) lost.push(`${text} (${id}) was accepted and is not stored`);
    else if (row.status === 'sent' && own.length === 0) unsure++;
    else if (!submits.has(text)) lost.push(`${text} (${row.status}) never reached the carrier`);
    else if (own.length === 0) lost.push(`${text} (${row.status}) has no event`);
    for (const event of own)
      if (!has.has(event.id))
        lost.push(`${text}: the receiver never received the event ${event.id}`);
  }
  const twice = (counts: ReadonlyMap<string, number>, where: string) =>
    [...counts].flatMap(([text, count]) =>
      count > 1 ? [`${text} is ${where} ${count} times`] : [],
    );
  return {
    accepted: accepted.size,
    stored: [...accepted.values()].filter((id) => rows.has(id)).length,
    submitted: submitted.length,
    events: events.filter(({ id }) => has.has(id)).length,
    repeated: delivered.length - has.size,
    unsure,
    lost,
    duplicated: [
      ...twice(texts, 'stored'),
      ...twice(submits, 'at the carrier'),
      ...twice(countEach(events.map(({ message_id }) => message_id)), 'among the events'),
    ],
  };
}

function countEach(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Formats the figures of a run as one line. */
export const describeFigures = ({ lost, duplicated, ...counts }: Balance): string =>
  [...Object.entries(counts), ['lost', lost.length], ['doubled', duplicated.length]]
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
