import { sql } from 'kysely';
import type { Trx } from '../../store/database.ts';
import { simulated } from '../carrier.ts';
import { matchesRoutes, type Carriers, type RoutedMessage } from '../carriers.ts';
import { freshSeconds } from './readStates.ts';
import type { CarrierState } from './writeStates.ts';

type OwnCarriers = Pick<Carriers, 'named' | 'getRoutes'>;
type Text = Pick<RoutedMessage, 'from' | 'to' | 'owner'>;

interface Row {
  readonly carrier: string;
  readonly routes: CarrierState['routes'] | null;
}

/** Returns whether another process can send a text that this one has no route for. */
export type HasOtherRoute = (text: Text) => boolean;

/**
 * Reads the carriers and routes that only other processes know, that work now. While the settings
 * of the processes change one by one, these processes send the texts that this one accepts.
 */
export async function findOtherRoutes(trx: Trx, carriers: OwnCarriers): Promise<HasOtherRoute> {
  const { rows } = await sql<Row>`
    select distinct carrier, state -> 'routes' as routes from carrier_state
    where is_running and at > now() - make_interval(secs => ${freshSeconds})`.execute(trx);
  return (text) => rows.some((row) => isOtherRoute(carriers, row, text));
}

function isOtherRoute(carriers: OwnCarriers, { carrier, routes }: Row, text: Text): boolean {
  const own = carriers.getRoutes(carrier);
  // An earlier version does not tell its routes, so those of a known carrier count as the same.
  if (own && (!routes || matchesRoutes(own, text))) return false;
  return matchesRoutes(routes ?? {}, text) && mayOwn(carriers, { carrier, routes }, text);
}

/** Whether a carrier may send for a sender. Only its own process knows the numbers of a new one. */
function mayOwn(carriers: OwnCarriers, { carrier, routes }: Row, { from, owner }: Text): boolean {
  if (owner === null || owner === carrier) return true;
  if (owner === simulated || carrier === simulated) return false;
  return routes?.senders !== undefined || (carriers.named(carrier)?.numbers.has(from) ?? true);
}
