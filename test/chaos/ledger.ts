/*
 * The books that judge a run: what was accepted must be stored, handed to the carrier and told to
 * the webhook, each of them once.
 */

export interface Books {
  /** The id that was answered, by the text of the message; no two messages have the same text. */
  readonly accepted: ReadonlyMap<string, string>;
  readonly stored: readonly {
    readonly id: string;
    readonly text: string;
    readonly status: string;
  }[];
  /** The text of each submit that the carrier took. */
  readonly submitted: readonly string[];
  /** The events `message.delivered`. */
  readonly events: readonly { readonly id: string; readonly message_id: string }[];
  /** The id of the event in each delivery that the receiver was sent. */
  readonly delivered: readonly string[];
}

export interface Balance {
  readonly accepted: number;
  readonly stored: number;
  readonly submitted: number;
  /** Events that the receiver has had. */
  readonly events: number;
  /** Deliveries beyond the first of each event, which a receiver tells by its id. */
  readonly repeated: number;
  /** Messages of which no one knows whether the carrier took them: it went away before it answered. */
  readonly unsure: number;
  /** A sentence for each message or event that is missing somewhere. */
  readonly lost: readonly string[];
  /** A sentence for each one that is somewhere twice. */
  readonly doubled: readonly string[];
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
    else if (!submits.has(text)) lost.push(`${text} (${row.status}) never came to the carrier`);
    else if (own.length === 0) lost.push(`${text} (${row.status}) has no event`);
    for (const event of own)
      if (!has.has(event.id)) lost.push(`${text}: the receiver never had the event ${event.id}`);
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
    doubled: [
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

/** The figures of a run in a line. */
export const figuresOf = ({ lost, doubled, ...counts }: Balance): string =>
  [...Object.entries(counts), ['lost', lost.length], ['doubled', doubled.length]]
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
