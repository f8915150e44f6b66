import type { Carrier } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Trx } from '../../store/database.ts';
import type { CarrierSetup } from '../carriers.ts';
import { carrierType } from '../carrierTypes.ts';
import { maxFaults, type CountedFault } from './activity.ts';
import type { CarrierState } from './writeStates.ts';

interface Row {
  readonly carrier: string;
  readonly state: CarrierState;
  /** Whether the process still works. */
  readonly is_fresh: boolean;
}

/** A process that has not reported for longer is gone. */
export const freshSeconds = 60;

/** Combines what all processes know about the carriers. */
export async function readStates(trx: Trx, setups: readonly CarrierSetup[]): Promise<Carrier[]> {
  const { rows } = await sql<Row>`
    select carrier, state,
      is_running and at > now() - make_interval(secs => ${freshSeconds}) as is_fresh
    from carrier_state`.execute(trx);
  const byCarrier = Map.groupBy(rows, ({ carrier }) => carrier);
  return setups.map((setup) => combine(setup, byCarrier.get(setup.name) ?? []));
}

function combine(
  { name, type, callbackUrl, inboundWebhookUrl }: CarrierSetup,
  rows: Row[],
): Carrier {
  const fresh = rows.flatMap(({ state, is_fresh }) => (is_fresh ? [state] : []));
  const open = fresh.filter(({ isOpen }) => isOpen);
  const sum = (count: (state: CarrierState) => number) =>
    fresh.reduce((total, state) => total + count(state), 0);
  return {
    name,
    type,
    status: fresh.length === 0 ? 'stopped' : open.length > 0 ? 'failing' : 'working',
    retry_at: open.flatMap(({ retryAt }) => retryAt ?? []).sort()[0] ?? null,
    pending: sum(({ pending }) => pending),
    sent: sum(({ sent }) => sent),
    delivered: sum(({ delivered }) => delivered),
    failed: sum(({ failed }) => failed),
    callback_url: callbackUrl,
    inbound_webhook_url: inboundWebhookUrl,
    last_callback_at:
      rows
        .flatMap(({ state }) => state.calledAt ?? [])
        .sort()
        .at(-1) ?? null,
    errors: toErrors(
      type,
      rows.flatMap(({ state }) => state.faults),
    ),
  };
}

/** Counts the same errors of all processes together. */
function toErrors(type: string, faults: readonly CountedFault[]): Carrier['errors'] {
  const advice = carrierType(type)?.advice ?? {};
  return [...Map.groupBy(faults, ({ code, message }) => `${code} ${message}`).values()]
    .map((same) => ({
      code: same[0]!.code,
      message: advice[same[0]!.code ?? ''] ?? same[0]!.message,
      count: same.reduce((total, { count }) => total + count, 0),
      last_at: same
        .map(({ lastAt }) => lastAt)
        .sort()
        .at(-1)!,
    }))
    .sort((a, b) => (a.last_at < b.last_at ? 1 : -1))
    .slice(0, maxFaults);
}
