import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { IncomingPartTable } from '../../store/tables/messageTables.ts';
import type { IncomingText } from '../carrier.ts';
import { decodeText, type DefaultAlphabet } from './alphabet.ts';
import type { IncomingPart } from './incoming.ts';
import { hour, minute } from '../../times/durations.ts';

/** A text that was joined from its parts. */
export interface Joined {
  readonly text: IncomingText;
  /** The `textKey` that all parts share. */
  readonly key: string;
}

export interface Completed {
  readonly joined: readonly Joined[];
  /** Parts that must be stored again after the other texts are marked as joined. */
  readonly left: readonly IncomingPart[];
}

/**
 * Senders reuse the reference of a text, and carriers deliver a part again if its acknowledgment is
 * lost. A part that differs from the stored part with its number begins a new text, and the earlier
 * text ends even if parts of it are missing. A part that equals a part of a text that was joined a
 * few minutes ago is a repeat. It counts as part of a new text only if a different part begins that
 * text at nearly the same time, or earlier, and if no other part replaces it in the next moments.
 * Otherwise, a repeat and the text after it would be mixed.
 */
export interface Joiner {
  /**
   * Stores parts of long texts, at most one of each text. They may arrive in any order, twice, and
   * at several processes.
   */
  readonly store: (parts: readonly IncomingPart[], now: Date) => Promise<void>;
  /** Returns the texts that these parts complete or end. */
  readonly complete: (parts: readonly IncomingPart[]) => Promise<Completed>;
  /** Returns texts that no part completes or replaces any more. */
  readonly abandoned: (now: Date) => Promise<Joined[]>;
  /**
   * Marks the parts of stored texts, so that a part that comes again is not a new text. Before
   * that, the other methods return these texts again.
   */
  readonly markJoined: (joined: readonly Joined[], now: Date) => Promise<void>;
}

/** A carrier repeats a part when it reconnects, but a person or device can repeat a text later. */
const repeatMs = 5 * minute;
/** How far apart the parts of one text usually arrive. */
const momentMs = 30_000;
type Row = Selectable<IncomingPartTable>;

export function createJoiner(db: Db, carrier: string, alphabet: DefaultAlphabet): Joiner {
  const sourceRows = new WeakMap<Joined, readonly Row[]>();

  const join = (rows: readonly Row[]): Joined => {
    const parts = rows.toSorted((a, b) => a.part - b.part);
    const { sender, recipient } = parts[0]!;
    const startedAt = getStart(parts);
    // While one process returns the existing parts or repeats, another one can return more parts.
    const numbers = isComplete(rows.filter(isUnjoined))
      ? ''
      : ` ${parts.map(({ part }) => part).join()}`;
    const octets = Buffer.concat(parts.map(({ octets }) => Buffer.from(octets, 'base64')));
    const joined = {
      key: rowKey(parts[0]!),
      text: {
        ref: createHash('sha256')
          .update(`${rowKey(parts[0]!)} ${startedAt}${numbers}`)
          .digest('hex'),
        from: sender,
        to: recipient,
        text: decodeText(octets, parts[0]!.data_coding, alphabet),
        receivedAt: new Date(startedAt),
      },
    };
    sourceRows.set(joined, rows);
    return joined;
  };

  const toRow = ({ from, to, octets, dataCoding, long }: IncomingPart) => ({
    carrier,
    sender: from,
    recipient: to,
    ...long!,
    data_coding: dataCoding,
    octets: octets.toString('base64'),
  });

  const readTexts = async (keys: readonly Partial<Row>[]): Promise<Map<string, Row[]>> => {
    if (keys.length === 0) return new Map();
    const { rows } = await sql<Row>`
      select part.* from ${asRows(keys)} as wanted
      join incoming_part as part using (carrier, sender, recipient, reference, parts)`.execute(db);
    return Map.groupBy(rows, rowKey);
  };

  return {
    async store(parts, now) {
      if (parts.length === 0) return;
      const rows = parts.map((part) => ({ ...toRow(part), received_at: now }));
      // The clocks of processes differ, so a later part might seem older than the joined text.
      await sql`
        ${insertMany('incoming_part', rows)}
        on conflict (carrier, sender, recipient, reference, parts, part) do update set
          data_coding = excluded.data_coding, octets = excluded.octets,
          received_at = greatest(
            excluded.received_at, incoming_part.joined_at + interval '1 millisecond'),
          joined_at = case
            when incoming_part.octets = excluded.octets
              and incoming_part.data_coding = excluded.data_coding
              and incoming_part.joined_at > ${before(now, repeatMs)}
            then incoming_part.joined_at end
        where incoming_part.joined_at is not null`.execute(db);
    },

    async complete(parts) {
      const wanted = parts.map(toRow);
      const known = await readTexts(wanted);
      const left: IncomingPart[] = [];
      const joined = parts.flatMap((part, at) => {
        const rows = known.get(textKey(part)) ?? [];
        const unjoined = rows.filter(isUnjoined);
        const other = rows.find((row) => isOther(row, wanted[at]!));
        if (!other) return isComplete(unjoined) ? join(unjoined) : [];
        left.push(part);
        return isUnjoined(other) ? join(selectNew(rows)) : [];
      });
      return { joined, left };
    },

    async abandoned(now) {
      // One statement, because a part can arrive between two. The database checks each row again
      // if somebody changes it meanwhile. A repeat stays as long as it may belong to a new text.
      await sql`
        delete from incoming_part as old
        where carrier = ${carrier} and joined_at < ${before(now, repeatMs + momentMs)}
          and not exists (
            select from incoming_part as part
            where (part.carrier, part.sender, part.recipient, part.reference, part.parts)
              = (old.carrier, old.sender, old.recipient, old.reference, old.parts)
              and part.joined_at is null)`.execute(db);
      // An index contains only the parts that are not joined, because this runs every few seconds.
      const { rows } = await sql<Row>`
        select distinct carrier, sender, recipient, reference, parts from incoming_part
        where carrier = ${carrier} and received_at < ${before(now, momentMs)}
          and (joined_at is null or received_at > joined_at)
          and (joined_at is not null or received_at < ${before(now, hour)})`.execute(db);
      return [...(await readTexts(rows)).values()]
        .map(selectNew)
        .filter((some) => {
          const end = before(now, isComplete(some) ? momentMs : hour);
          return some.length > 0 && some.every(({ received_at }) => received_at < end);
        })
        .map(join);
    },

    async markJoined(joined, now) {
      // Other parts of the same key may have arrived since these were read.
      for (const one of joined)
        await sql`
          update incoming_part as part set joined_at = greatest(${now}, part.received_at)
          from ${asRows(sourceRows.get(one)!)} as joined
          where (part.carrier, part.sender, part.recipient, part.reference, part.parts, part.part)
            = (joined.carrier, joined.sender, joined.recipient, joined.reference, joined.parts,
              joined.part)
            and part.received_at = joined.received_at`.execute(db);
    },
  };
}

const asRows = (rows: readonly Partial<Row>[]) =>
  sql`json_populate_recordset(null::incoming_part, ${JSON.stringify(rows)}::json)`;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

const isUnjoined = ({ joined_at }: Row): boolean => joined_at === null;

const isComplete = (rows: readonly Row[]): boolean => rows.length === rows[0]?.parts;

/** Whether a row has the number of a part, but not its content. */
const isOther = (
  row: Row,
  { part, octets, data_coding }: Pick<Row, 'part' | 'octets' | 'data_coding'>,
): boolean => row.part === part && (row.octets !== octets || row.data_coding !== data_coding);

/** Repeats do not change when a new text started, because its reference depends on that. */
const getStart = (rows: readonly Row[]): number =>
  Math.min(...rows.filter(isUnjoined).map(({ received_at }) => received_at.getTime()));

/** Returns the parts that can be those of a new text, if there is one. */
function selectNew(rows: readonly Row[]): Row[] {
  const since = getStart(rows) - momentMs;
  return rows.filter(
    ({ joined_at, received_at }) =>
      joined_at === null || (received_at > joined_at && received_at.getTime() >= since),
  );
}

const rowKey = ({ sender, recipient, reference, parts }: Row): string =>
  `${sender} ${recipient} ${reference} ${parts}`;

/** Returns a key that distinguishes the parts of different texts. */
export const textKey = ({ from, to, long }: IncomingPart): string =>
  `${from} ${to} ${long!.reference} ${long!.parts}`;
