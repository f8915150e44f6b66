import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { IncomingPartTable } from '../../store/messageTables.ts';
import type { IncomingText } from '../carrier.ts';
import { read, type DefaultAlphabet } from './alphabet.ts';
import type { IncomingPart } from './incoming.ts';

/** A text that was joined from its parts. */
export interface Joined {
  readonly text: IncomingText;
  /** The `keyOf` value that all parts share. */
  readonly key: string;
}

export interface Joiner {
  /** Stores parts of long texts. They may arrive in any order, twice, and at several processes. */
  readonly store: (parts: readonly IncomingPart[], now: Date) => Promise<void>;
  /** Returns the texts of these parts that are complete now. */
  readonly whole: (parts: readonly IncomingPart[]) => Promise<Joined[]>;
  /** Returns incomplete texts that have received no part for too long. */
  readonly giveUp: (now: Date) => Promise<Joined[]>;
  /** Deletes the parts of stored texts. Until then, the other methods return these texts again. */
  readonly forget: (joined: readonly Joined[]) => Promise<void>;
}

const hour = 3_600_000;
type Row = Selectable<IncomingPartTable>;

export function createJoiner(db: Db, carrier: string, alphabet: DefaultAlphabet): Joiner {
  const rowsOf = new WeakMap<Joined, Row>();

  const join = (rows: readonly Row[]): Joined => {
    const parts = rows.toSorted((a, b) => a.part - b.part);
    const { sender, recipient } = parts[0]!;
    const began = Math.min(...parts.map(({ received_at }) => received_at.getTime()));
    const octets = Buffer.concat(parts.map(({ octets }) => Buffer.from(octets, 'base64')));
    const joined = {
      key: keyOfRow(parts[0]!),
      text: {
        ref: createHash('sha256')
          .update(`${keyOfRow(parts[0]!)} ${began}`)
          .digest('hex'),
        from: sender,
        to: recipient,
        text: read(octets, parts[0]!.data_coding, alphabet),
      },
    };
    rowsOf.set(joined, parts[0]!);
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

    async whole(parts) {
      if (parts.length === 0) return [];
      const { rows: known } = await sql<Row>`
        select * from incoming_part
        where carrier = ${carrier} and sender = any(${parts.map(({ from }) => from)}::text[])`.execute(
        db,
      );
      const wanted = new Set(parts.map(keyOf));
      return [...Map.groupBy(known, keyOfRow)]
        .filter(([key, some]) => wanted.has(key) && some.length === some[0]!.parts)
        .map(([, some]) => join(some));
    },

    async giveUp(now) {
      const { rows } =
        await sql<Row>`select * from incoming_part where carrier = ${carrier}`.execute(db);
      const before = now.getTime() - hour;
      return [...Map.groupBy(rows, keyOfRow).values()]
        .filter((some) => some.every(({ received_at }) => received_at.getTime() < before))
        .map(join);
    },

    async forget(joined) {
      for (const one of joined) {
        const { sender, recipient, reference, parts } = rowsOf.get(one)!;
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

const keyOfRow = ({ sender, recipient, reference, parts }: Row): string =>
  `${sender} ${recipient} ${reference} ${parts}`;

/** Returns a key that distinguishes the parts of different texts. */
export const keyOf = ({ from, to, long }: IncomingPart): string =>
  `${from} ${to} ${long!.reference} ${long!.parts}`;
