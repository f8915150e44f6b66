import type { Handlers } from './handlers.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { toConsent } from '../consents/toConsent.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { readPage } from '../store/readPage.ts';
import { isWithin, parseCreation } from '../search/timeRange.ts';

export const consent = {
  list(call, { phone, contact_id, action, created_after, created_before, ...paging }) {
    const range = parseCreation({ created_after, created_before });
    const found = call.trx
      .selectFrom('consent')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .$if(phone !== undefined, (query) =>
        query.where(hasPhone([requirePhone(call, phone!, '/phone')])),
      )
      .$if(contact_id !== undefined, (query) =>
        contact_id!.startsWith('con_')
          ? query.where('contact_id', '=', contact_id!)
          : query.where(hasPhone([requirePhone(call, contact_id!, '/contact_id')])),
      )
      .where((where) => where.and({ action }))
      .where(isWithin('created_at', range));
    return readPage('cns', found, paging, toConsent);
  },
} satisfies Handlers['consent'];
