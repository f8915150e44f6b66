import type { AttemptResult } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { SubmitResponse, SubmitResult } from '../../carriers/carrier.ts';
import type { Context } from '../../core/context.ts';
import { newId } from '../../lib/ids.ts';
import type { Trx } from '../../store/database.ts';

/** How many different results of one message are stored. */
const maxPerMessage = 20;

interface Attempt {
  readonly result: AttemptResult;
  readonly code?: string;
}

/**
 * Stores how attempts to submit messages to a carrier ended. A message that the first carrier
 * accepts immediately, which is nearly every message, costs nothing.
 *
 * @param attempts How often the service has submitted each message.
 */
export async function recordCarrierAttempts(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  carrier: string,
  responses: readonly SubmitResponse[],
  attempts: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = responses.flatMap(({ messageId, result }) => {
    const attempt = describeAttempt(result, (attempts.get(messageId) ?? 0) > 1);
    return attempt ? [{ id: newId('att'), message_id: messageId, code: '', ...attempt }] : [];
  });
  if (rows.length === 0) return;
  // One statement can update a row only once.
  const different = new Map(
    rows.map((row) => [`${row.message_id} ${row.result} ${row.code}`, row]),
  );
  await sql`
    insert into attempt (id, message_id, carrier, result, carrier_code, first_at, last_at)
    select new.id, new.message_id, ${carrier}, new.result, new.code, ${clock()}, ${clock()}
    from json_to_recordset(${JSON.stringify([...different.values()])}::json)
      as new(id text, message_id text, result text, code text)
    where ${maxPerMessage} > (
        select count(*) from attempt where attempt.message_id = new.message_id
      ) or exists (
        select from attempt
        where attempt.message_id = new.message_id and attempt.carrier = ${carrier}
          and attempt.result = new.result and attempt.carrier_code = new.code
      )
    on conflict (message_id, carrier, result, carrier_code) do update set
      count = attempt.count + 1, last_at = excluded.last_at`.execute(trx);
}

/** Returns what to store of a result. A success matters only after earlier attempts. */
function describeAttempt(result: SubmitResult, isRepeated: boolean): Attempt | undefined {
  switch (result.kind) {
    case 'unsent':
      return result.attempt;
    case 'accepted':
      if (result.refs.every((ref) => ref === null)) return { result: 'no_response' };
      return isRepeated ? { result: 'accepted' } : undefined;
    case 'refused':
      return isRepeated ? { result: 'refused', code: result.carrierCode } : undefined;
  }
}
