import type { Insertable } from 'kysely';
import { newId } from '../../../service/lib/ids.ts';
import type { MessageTable } from '../../../service/store/tables/messageTables.ts';
import type { AccountTable, NumberTable } from '../../../service/store/tables/tables.ts';

/** The columns that a test names, with those that have no default. */
type Named<T, K extends keyof Insertable<T>> = Pick<Insertable<T>, K> & Partial<Insertable<T>>;

/** Returns the row of an account. */
export const accountRow = (
  named: Partial<Insertable<AccountTable>> = {},
): Insertable<AccountTable> => ({
  id: newId('acc'),
  name: 'Shop',
  default_country: 'US',
  time_zone: 'America/New_York',
  created_at: new Date(),
  ...named,
});

/** Returns the row of an active number. */
export const numberRow = (
  named: Named<NumberTable, 'account_id' | 'number'>,
): Insertable<NumberTable> => ({
  id: newId('num'),
  country: 'US',
  type: 'local',
  status: 'active',
  is_default: false,
  created_at: new Date(),
  ...named,
});

/** Returns the row of a message, which is due when it is created. A received one is never due. */
export function messageRow({
  direction = 'outbound',
  created_at = new Date(),
  ...named
}: Named<MessageTable, 'account_id' | 'sender' | 'recipient'>): Insertable<MessageTable> {
  return {
    id: newId('msg'),
    direction,
    status: direction === 'inbound' ? 'received' : 'queued',
    text: 'Hi',
    encoding: 'gsm7',
    segments: 1,
    purpose: 'notification',
    metadata: '{}',
    sequence: 0,
    created_at,
    due_at: direction === 'inbound' ? null : created_at,
    ...named,
  };
}
