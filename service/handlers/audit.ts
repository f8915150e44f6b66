import { toAuditEntry } from '../audit/toAuditEntry.ts';
import { createdWithin, parseCreation } from '../search/timeRange.ts';
import { readPage } from '../store/readPage.ts';
import type { Handlers } from './handlers.ts';

export const audit = {
  /** Each filter has an index whose second part is the ID, which sorts by time. */
  list({ trx, account, now }, { created_after, created_before, limit, cursor, ...equal }) {
    const range = parseCreation({ created_after, created_before });
    const found = trx
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', account.id)
      .where((where) => where.and(equal))
      .where(createdWithin('aud', now, range));
    return readPage('aud', found, { limit, cursor }, toAuditEntry);
  },
} satisfies Handlers['audit'];
