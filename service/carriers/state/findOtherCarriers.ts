import { sql } from 'kysely';
import type { Trx } from '../../store/database.ts';
import type { Carriers } from '../carriers.ts';
import { freshSeconds } from './readStates.ts';

/**
 * Returns which of these carriers only other processes know, that work now. While the settings of
 * the processes change one by one, these processes send the messages that this one accepts.
 */
export async function findOtherCarriers(
  trx: Trx,
  carriers: Pick<Carriers, 'named'>,
  names: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const unknown = names.filter((name) => name !== null && !carriers.named(name));
  if (unknown.length === 0) return new Set();
  const { rows } = await sql<{ carrier: string }>`
    select distinct carrier from carrier_state
    where carrier = any(${unknown}::text[]) and is_running
      and at > now() - make_interval(secs => ${freshSeconds})`.execute(trx);
  return new Set(rows.map(({ carrier }) => carrier));
}
