import type { Handlers } from '../handlers.ts';
import { idOfCursor, pageOf } from '../http/page.ts';
import { iso } from '../iso.ts';

export const number: Handlers['number'] = ({ trx, account }) => ({
  async list({ limit = 20, cursor }) {
    const before = idOfCursor(cursor);
    const rows = await trx
      .selectFrom('number')
      .selectAll()
      .where('account_id', '=', account.id)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, ({ id, number, country, type, status, is_default, created_at }) => ({
      id,
      number,
      country,
      type,
      capabilities: ['sms' as const],
      status,
      default: is_default,
      created_at: iso(created_at),
    }));
  },
});
