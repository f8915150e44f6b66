import { sql } from 'kysely';
import type { Trx } from '../../store/database.ts';
import { simulated } from '../carrier.ts';
import { matchesRoutes, type Carriers, type RoutedMessage } from '../carriers.ts';
import { freshSeconds } from './readStates.ts';
import type { CarrierState } from './writeStates.ts';

type OwnCarriers = Pick<Carriers, 'named' | 'getRoutes'>;
type Message = Pick<RoutedMessage, 'from' | 'to' | 'owner' | 'hasMedia'>;

interface Row {
  readonly carrier: string;
  readonly routes: CarrierState['routes'] | null;
  readonly takes_media: boolean | null;
}

/** Returns whether another process can send a message that this one has no route for. */
export type HasOtherRoute = (message: Message) => boolean;

/**
 * Reads the carriers and routes that only other processes know, that work now. While the settings
 * of the processes change one by one, these processes send the texts that this one accepts.
 */
export async function findOtherRoutes(trx: Trx, carriers: OwnCarriers): Promise<HasOtherRoute> {
  const { rows } = await sql<Row>`
    select distinct carrier, state -> 'routes' as routes,
      (state -> 'takesMedia')::boolean as takes_media
    from carrier_state
    where is_running and at > now() - make_interval(secs => ${freshSeconds})`.execute(trx);
  return (message) => rows.some((row) => isOtherRoute(carriers, row, message));
}

function isOtherRoute(
  carriers: OwnCarriers,
  { carrier, routes, takes_media: takesMedia }: Row,
  message: Message,
): boolean {
  if (message.hasMedia && !takesMedia) return false;
  const own = carriers.getRoutes(carrier);
  // An earlier version does not report its routes, so those of a known carrier count as equal.
  if (own && (!routes || matchesRoutes(own, message))) return false;
  return matchesRoutes(routes ?? {}, message) && mayOwn(carriers, { carrier, routes }, message);
}

/** Whether a carrier may send for a sender. Only its own process knows the numbers of a new one. */
function mayOwn(
  carriers: OwnCarriers,
  { carrier, routes }: Pick<Row, 'carrier' | 'routes'>,
  { from, owner }: Message,
): boolean {
  if (owner === null || owner === carrier) return true;
  if (owner === simulated || carrier === simulated) return false;
  return routes?.senders !== undefined || (carriers.named(carrier)?.numbers.has(from) ?? true);
}
