import type { Contact } from '@textloom/shared/contract';
import { liftOptOuts, readOptOuts, revealOptOuts } from '../consents/optOuts.ts';
import { recordConsents, type ConsentStatement } from '../consents/recordConsents.ts';
import { applyOptOuts } from '../contacts/applyOptOuts.ts';
import { lockExisting, lockContacts } from '../contacts/lockContacts.ts';
import { reportOptOuts } from '../contacts/reportOptOuts.ts';
import type { Context } from '../core/context.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { settleReviews } from '../reviews/settleReviews.ts';
import { reviewLaterDoubts } from './keywords/reviewDoubt.ts';
import type { Trx } from '../store/database.ts';

interface Recipient {
  readonly accountId: string;
  /** In E.164 form. */
  readonly phone: string;
  /**
   * The account's number that the recipient texted, which also lifts an opt-out of all numbers. If
   * undefined, every opt-out from before the expression is lifted.
   */
  readonly number?: string;
}

interface Subscription {
  /** The new status of the contact. */
  readonly status: 'subscribed' | 'pending';
  /** The consent that the contact has just given. */
  readonly consent?: Contact['consent'];
  /** Whether a pending contact confirms that they want messages. */
  readonly confirms?: boolean;
}

/** Records that a recipient wants messages again. Returns false if nothing prevented messages. */
export async function optIn(
  context: Context,
  trx: Trx,
  { accountId, phone, number }: Recipient,
  { status, consent, confirms = false }: Subscription,
  expression: ConsentStatement,
): Promise<boolean> {
  const phones = equivalentNumbers(phone);
  const settleStartReviews = async () => {
    if (number === undefined) return;
    const channels = phones.map((one) => ({ phone: one, number }));
    const settlement = { accountId, channels, keyword: 'start' } as const;
    await settleReviews(context, trx, settlement, expression);
  };
  const existing = await lockExisting(trx, { accountId, phones });
  // An erasure can leave a hash next to a contact that another transaction adds at that moment.
  await revealOptOuts(context, trx, accountId, [phone]);
  if (existing.length === 0 && (await readOptOuts(trx, accountId, phones)).size === 0) {
    await settleStartReviews();
    return false;
  }
  const locked = await lockContacts(context, trx, { accountId, phones: [phone] });
  const { ids, statuses } = locked;
  const recipients = { accountId, phones, contactIds: ids };
  await settleStartReviews();
  const lifted = await liftOptOuts(context, trx, recipients, number, expression);
  const confirmed = confirms
    ? [...statuses].flatMap(([one, before]) => (before === 'pending' ? [one] : []))
    : [];
  const isChange = lifted > 0 || confirmed.length > 0;
  if (lifted === 0) {
    const entry = { ...expression, action: 'opted_in', number: null } as const;
    const entries = confirmed.map((one) => ({ ...entry, phone: one, contactId: ids.get(one)! }));
    await recordConsents(context, trx, accountId, entries);
  }
  const optedIn = { status, ...(consent && { consent }) };
  const now = context.clock();
  const contacts = isChange ? await applyOptOuts(trx, { accountId, phones, now, optedIn }) : [];
  await reportOptOuts(context, trx, 'contact.opted_in', contacts, locked);
  if (lifted > 0) await reviewLaterDoubts(context, trx, { accountId, phones }, expression);
  return isChange;
}
