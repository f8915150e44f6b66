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
  /** Deletes the parts of stored texts. Until then, the other methods return these texts again. */
  readonly remove: (joined: readonly Joined[]) => Promise<void>;
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

  return {
    async store(parts, now) {
      if (parts.length === 0) return;
      const rows = parts.map(({ from, to, octets, dataCoding, long }) => ({
        carrier,
        sender: from,
        recipient: to,
        ...long!,
        data_coding: dataCoding,
        octets: octets.toString('base64'),
        received_at: now,
      }));
      await sql`${insertMany('incoming_part', rows)} on conflict do nothing`.execute(db);
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
        .filter(([key, some]) => wanted.has(key) && some.length === some[0]!.parts)
        .map(([, some]) => join(some));
    },

    async abandoned(now) {
      const { rows } =
        await sql<Row>`select * from incoming_part where carrier = ${carrier}`.execute(db);
      const before = now.getTime() - hour;
      return [...Map.groupBy(rows, rowKey).values()]
        .filter((some) => some.every(({ received_at }) => received_at.getTime() < before))
        .map(join);
    },

    async remove(joined) {
      for (const one of joined) {
        const { sender, recipient, reference, parts } = firstRows.get(one)!;
        await db
          .deleteFrom('incoming_part')
          .where('carrier', '=', carrier)
          .where('sender', '=', sender)
          .where('recipient', '=', recipient)
          .where('reference', '=', reference)
          .where('parts', '=', parts)
          .execute();
      }
    },
  };
}

const rowKey = ({ sender, recipient, reference, parts }: Row): string =>
  `${sender} ${recipient} ${reference} ${parts}`;

/** Returns a key that distinguishes the parts of different texts. */
export const textKey = ({ from, to, long }: IncomingPart): string =>
  `${from} ${to} ${long!.reference} ${long!.parts}`;
