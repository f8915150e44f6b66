import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { IncomingPartTable } from '../../store/messageTables.ts';
import type { IncomingText } from '../carrier.ts';
import { decodeText, type DefaultAlphabet } from './alphabet.ts';
import type { IncomingPart } from './incoming.ts';

/** A text that was joined from its parts. */
export interface Joined {
  readonly text: IncomingText;
  /** The `textKey` that all parts share. */
  readonly key: string;
}

export interface Joiner {
  /** Stores parts of long texts. They may arrive in any order, twice, and at several processes. */
  readonly store: (parts: readonly IncomingPart[], now: Date) => Promise<void>;
  /** Returns the texts of these parts that are complete now. */
  readonly complete: (parts: readonly IncomingPart[]) => Promise<Joined[]>;
  /** Returns incomplete texts that have received no part for too long. */
  readonly abandoned: (now: Date) => Promise<Joined[]>;
  /**
   * Marks the parts of stored texts, which stay for an hour, so that a part that comes again is no
   * new text. Before that, the other methods return these texts again.
   */
  readonly markJoined: (joined: readonly Joined[]) => Promise<void>;
}

const hour = 3_600_000;
type Row = Selectable<IncomingPartTable>;

export function createJoiner(db: Db, carrier: string, alphabet: DefaultAlphabet): Joiner {
  const firstRows = new WeakMap<Joined, Row>();

  const join = (rows: readonly Row[]): Joined => {
    const parts = rows.toSorted((a, b) => a.part - b.part);
    const { sender, recipient } = parts[0]!;
    const startedAt = Math.min(...parts.map(({ received_at }) => received_at.getTime()));
    const octets = Buffer.concat(parts.map(({ octets }) => Buffer.from(octets, 'base64')));
    const joined = {
      key: rowKey(parts[0]!),
      text: {
        ref: createHash('sha256')
          .update(`${rowKey(parts[0]!)} ${startedAt}`)
          .digest('hex'),
        from: sender,
        to: recipient,
        text: decodeText(octets, parts[0]!.data_coding, alphabet),
        receivedAt: new Date(startedAt),
      },
    };
    firstRows.set(joined, parts[0]!);
    return joined;
  };

  const isPartOf = ({ sender, recipient, reference, parts }: Row) => sql<boolean>`
    carrier = ${carrier} and sender = ${sender} and recipient = ${recipient}
    and reference = ${reference} and parts = ${parts}`;

  return {
    async store(parts, now) {
      if (parts.length === 0) return;
      const distinct = new Map(parts.map((part) => [`${textKey(part)} ${part.long!.part}`, part]));
      const rows = [...distinct.values()].map(({ from, to, octets, dataCoding, long }) => ({
        carrier,
        sender: from,
        recipient: to,
        ...long!,
        data_coding: dataCoding,
        octets: octets.toString('base64'),
        received_at: now,
      }));
      // A sender can reuse a reference for a text that contains parts of the text before.
      await sql`
        ${insertMany('incoming_part', rows)}
        on conflict (carrier, sender, recipient, reference, parts, part) do update set
          data_coding = excluded.data_coding, octets = excluded.octets,
          received_at = excluded.received_at,
          joined_at = case when incoming_part.octets = excluded.octets
            then incoming_part.joined_at end
        where incoming_part.joined_at is not null`.execute(db);
    },

    async complete(parts) {
      if (parts.length === 0) return [];
      const { rows: known } = await sql<Row>`
        select * from incoming_part
        where carrier = ${carrier} and sender = any(${parts.map(({ from }) => from)}::text[])`.execute(
        db,
      );
      const wanted = new Set(parts.map(textKey));
      return [...Map.groupBy(known, rowKey)]
        .filter(([key, some]) => wanted.has(key) && isNew(some))
        .map(([, some]) => some.filter(isUnjoined))
        .filter((some) => some.length === some[0]!.parts)
        .map(join);
    },

    async abandoned(now) {
      // Most parts are younger, and this runs every few seconds.
      const { rows } = await sql<Row>`
        select part.* from incoming_part as part join (
          select sender, recipient, reference, parts from incoming_part
          where carrier = ${carrier}
          group by sender, recipient, reference, parts
          having max(received_at) < ${new Date(now.getTime() - hour)}
        ) as old using (sender, recipient, reference, parts)
        where part.carrier = ${carrier}`.execute(db);
      const old = [...Map.groupBy(rows, rowKey).values()];
      for (const some of old)
        if (!isNew(some)) await db.deleteFrom('incoming_part').where(isPartOf(some[0]!)).execute();
      return old.filter(isNew).map((some) => join(some.filter(isUnjoined)));
    },

    async markJoined(joined) {
      for (const one of joined)
        await db
          .updateTable('incoming_part')
          .set((row) => ({ joined_at: row.ref('received_at') }))
          .where(isPartOf(firstRows.get(one)!))
          .execute();
    },
  };
}

/** Whether a part arrived since the last text with its key was joined. */
const isUnjoined = ({ joined_at, received_at }: Row): boolean =>
  joined_at === null || received_at > joined_at;

/** Whether some part is not just a part of a joined text that came again. */
const isNew = (rows: readonly Row[]): boolean => rows.some(({ joined_at }) => joined_at === null);

const rowKey = ({ sender, recipient, reference, parts }: Row): string =>
  `${sender} ${recipient} ${reference} ${parts}`;

/** Returns a key that distinguishes the parts of different texts. */
export const textKey = ({ from, to, long }: IncomingPart): string =>
  `${from} ${to} ${long!.reference} ${long!.parts}`;
