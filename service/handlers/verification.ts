import { findOwn } from '../core/findOwn.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { fail } from '../errors/serviceError.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { createdWithin, parseCreation } from '../search/timeRange.ts';
import { readPage } from '../store/readPage.ts';
import { checkVerification } from '../verifications/checkVerification.ts';
import { cancelVerifications } from '../verifications/endVerifications.ts';
import { listPrefixes, unblockPrefix } from '../verifications/listPrefixes.ts';
import { startVerifications } from '../verifications/startVerifications.ts';
import { isOverdue, toVerification } from '../verifications/toVerification.ts';
import type { Handlers } from './handlers.ts';

export const verification = {
  start: { batch: startVerifications },

  check: (call, input) => checkVerification(call, input),

  async get(call, { id }) {
    return toVerification(await findOwn(call, 'verification', id), call.now);
  },

  list(call, { to, status, created_after, created_before, ...paging }) {
    const { trx, account, now } = call;
    const range = parseCreation({ created_after, created_before });
    const found = trx
      .selectFrom('verification')
      .selectAll()
      .where('account_id', '=', account.id)
      .where(createdWithin('ver', now, range))
      .$if(to !== undefined, (query) => query.where(hasPhone([requirePhone(call, to!, '/to')])))
      // The sweep has not ended every verification whose time is over.
      .$if(status === 'pending', (query) =>
        query.where('status', '=', 'pending').where('expires_at', '>', now),
      )
      .$if(status === 'expired', (query) =>
        query.where((where) =>
          where.or([
            where('status', '=', 'expired'),
            where.and([where('status', '=', 'pending'), where('expires_at', '<=', now)]),
          ]),
        ),
      )
      .$if(status !== undefined && status !== 'pending' && status !== 'expired', (query) =>
        query.where('status', '=', status!),
      );
    return readPage('ver', found, paging, (row) => toVerification(row, now));
  },

  async cancel(call, { id }) {
    const row = await findOwn(call, 'verification', id, { lock: true });
    if (row.status !== 'pending' || isOverdue(row, call.now))
      fail('status_conflict', {
        detail: `The verification is ${toVerification(row, call.now).status}, so it cannot be canceled.`,
      });
    const [canceled] = await cancelVerifications(call.context, call.trx, [row.id]);
    return toVerification(canceled!, call.now);
  },

  prefixes: ({ trx, account, now }, paging) => listPrefixes(trx, account.id, now, paging),

  async unblock({ trx, account, now }, { prefix }) {
    const opened = await unblockPrefix(trx, account.id, prefix, now);
    return (
      opened ??
      fail('not_found', {
        detail: 'This account has sent no codes to phone numbers with this prefix.',
      })
    );
  },
} satisfies Handlers['verification'];
