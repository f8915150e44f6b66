import { sql, type RawBuilder } from 'kysely';
import type { ConsentStatement } from './recordConsents.ts';

/**
 * When a text with an opt-out or opt-in arrived. The clocks of two processes differ, so only the
 * database's clock can tell which of two texts came first.
 */
export const toArrival = ({ arrivedAt }: Pick<ConsentStatement, 'arrivedAt'>): RawBuilder<Date> =>
  arrivedAt ? sql<Date>`${arrivedAt}::timestamptz` : sql<Date>`now()`;

/** Matches what arrived no later than the expression. The service can process it earlier. */
export const hasArrivedBy = (arrival: RawBuilder<Date>, expression: ConsentStatement) =>
  sql<boolean>`(${arrival} <= ${toArrival(expression)}
    -- Someone has set the database's clock back since. now() is older: a text can have arrived
    -- while this transaction waited for a lock.
    or ${arrival} > clock_timestamp())`;
