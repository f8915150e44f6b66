import { sql } from 'kysely';
import { ownRef, type SubmitResponse } from '../../carriers/carrier.ts';
import type { Trx } from '../../store/database.ts';

/**
 * Stores the parts of messages that the carrier accepted, and returns their references. A part
 * whose submit response never arrived has our own reference until the carrier's ID is known.
 */
export async function writeParts(
  trx: Trx,
  carrier: string,
  responses: readonly SubmitResponse[],
): Promise<string[]> {
  const parts = responses.flatMap(({ messageId, result }) =>
    result.kind === 'accepted'
      ? result.refs.map((ref, part) => ({ carrier, ref, message_id: messageId, part }))
      : [],
  );
  // If the same reference occurs twice, the later part counts.
  const confirmed = new Map(
    parts.flatMap(({ ref, ...part }) => (ref === null ? [] : [[ref, { ...part, ref }]])),
  );
  const unconfirmed = parts.flatMap(({ ref, ...part }) =>
    ref === null ? [{ ...part, ref: ownRef(part.message_id, part.part) }] : [],
  );
  if (confirmed.size > 0) await writeConfirmed(trx, [...confirmed.values()]);
  if (unconfirmed.length > 0) await writeUnconfirmed(trx, unconfirmed);
  return [...confirmed.keys(), ...unconfirmed.map(({ ref }) => ref)];
}

interface Part {
  readonly carrier: string;
  readonly ref: string;
  readonly message_id: string;
  readonly part: number;
}

/**
 * Stores parts under the carrier's IDs. A carrier that restarts its IDs reuses them for other
 * messages. Each ID belongs to one message until its receipt arrives or the message is final. A
 * part may already have its receipt, from the time when only our reference was known.
 */
async function writeConfirmed(trx: Trx, parts: readonly Part[]): Promise<void> {
  const messageIds = [...new Set(parts.map(({ message_id }) => message_id))];
  await sql`
    with known as (
      delete from part
      using unnest(
        ${parts.map(({ message_id }) => message_id)}::text[],
        ${parts.map(({ part }) => part)}::int[]
      ) as answered(message_id, part)
      where part.is_unanswered and part.message_id = any(${messageIds}::text[])
        and part.message_id = answered.message_id and part.part = answered.part
      returning part.message_id, part.part, part.outcome, part.carrier_code
    )
    insert into part (carrier, ref, message_id, part, outcome, carrier_code)
    select ${parts[0]!.carrier}, answered.ref, answered.message_id, answered.part,
      known.outcome, known.carrier_code
    from unnest(
      ${parts.map(({ ref }) => ref)}::text[],
      ${parts.map(({ message_id }) => message_id)}::text[],
      ${parts.map(({ part }) => part)}::int[]
    ) as answered(ref, message_id, part)
    left join known on known.message_id = answered.message_id and known.part = answered.part
    on conflict (carrier, ref) do update set
      message_id = excluded.message_id, part = excluded.part,
      outcome = excluded.outcome, carrier_code = excluded.carrier_code
    where part.message_id <> excluded.message_id and (
      part.outcome is not null or not exists (
        select from message where message.id = part.message_id and message.final_at is null
      )
    )`.execute(trx);
}

async function writeUnconfirmed(trx: Trx, parts: readonly Part[]): Promise<void> {
  await sql`
    insert into part (carrier, ref, message_id, part, is_unanswered)
    select ${parts[0]!.carrier}, sent.ref, sent.message_id, sent.part, true
    from unnest(
      ${parts.map(({ ref }) => ref)}::text[],
      ${parts.map(({ message_id }) => message_id)}::text[],
      ${parts.map(({ part }) => part)}::int[]
    ) as sent(ref, message_id, part)
    where not exists (
      select from part where part.message_id = sent.message_id and part.part = sent.part
    )
    on conflict do nothing`.execute(trx);
}
