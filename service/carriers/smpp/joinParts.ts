import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { IncomingPartTable } from '../../store/tables.ts';
import type { IncomingText } from '../carrier.ts';
import { read, type DefaultAlphabet } from './alphabet.ts';
import type { IncomingPart } from './incoming.ts';

export interface Joiner {
  /**
   * Writes parts of long texts down, and returns the texts that are whole now. Parts may come in any
   * order, twice and to several processes.
   */
  readonly take: (parts: readonly IncomingPart[], now: Date) => Promise<IncomingText[]>;
  /** The texts of which no more has come for too long, as far as they have come. */
  readonly giveUp: (now: Date) => Promise<IncomingText[]>;
  /** To be called once a text was taken: until then it is returned again. */
  readonly forget: (texts: readonly IncomingText[]) => Promise<void>;
}

const hour = 3_600_000;
type Row = Selectable<IncomingPartTable>;

export function createJoiner(db: Db, carrier: string, alphabet: DefaultAlphabet): Joiner {
  const keysOf = new WeakMap<IncomingText, Row>();

  const join = (rows: readonly Row[]): IncomingText => {
    const parts = rows.toSorted((a, b) => a.part - b.part);
    const { sender, recipient, reference } = parts[0]!;
    const began = Math.min(...parts.map(({ received_at }) => received_at.getTime()));
    const octets = Buffer.concat(parts.map(({ octets }) => Buffer.from(octets, 'base64')));
    const text = {
      ref: createHash('sha256')
        .update(`${sender} ${recipient} ${reference} ${began}`)
        .digest('hex'),
      from: sender,
      to: recipient,
      text: read(octets, parts[0]!.data_coding, alphabet),
    };
    keysOf.set(text, parts[0]!);
    return text;
  };
  const sameText = ({ sender, recipient, reference, parts }: Row) =>
    `${sender} ${recipient} ${reference} ${parts}`;

  return {
    async take(parts, now) {
      if (parts.length === 0) return [];
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
      const { rows: known } = await sql<Row>`
        select * from incoming_part
        where carrier = ${carrier} and sender = any(${rows.map(({ sender }) => sender)}::text[])`.execute(
        db,
      );
      return [...Map.groupBy(known, sameText).values()]
        .filter((some) => some.length === some[0]!.parts)
        .map(join);
    },

    async giveUp(now) {
      const { rows } =
        await sql<Row>`select * from incoming_part where carrier = ${carrier}`.execute(db);
      const before = now.getTime() - hour;
      return [...Map.groupBy(rows, sameText).values()]
        .filter((some) => some.every(({ received_at }) => received_at.getTime() < before))
        .map(join);
    },

    async forget(texts) {
      for (const text of texts) {
        const { sender, recipient, reference, parts } = keysOf.get(text)!;
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
