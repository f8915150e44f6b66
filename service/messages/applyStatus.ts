import type { Contact } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { readOptOuts } from '../consents/optOuts.ts';
import { parseConsentTime } from '../contacts/parseConsentTime.ts';
import { changedAt, listIds, readContact, type ContactRow } from '../contacts/toContact.ts';
import { fail } from '../errors/serviceError.ts';
import { optIn } from './optIn.ts';
import { optOut } from './optOut.ts';

type Consent = NonNullable<Contact['consent']>;

interface Requested {
  readonly status?: Contact['status'] | undefined;
  readonly consent?: Consent | undefined;
}

/**
 * Applies the requested status to the opt-outs of the number. The transaction must hold the lock of
 * the contact.
 */
export async function applyStatus(
  unit: UnitOfWork,
  row: ContactRow,
  { status, consent }: Requested,
): Promise<ContactRow> {
  if (status === undefined) return row;
  const isChanged =
    status === 'opted_out'
      ? await optOutByRequest(unit, row)
      : await lift(unit, row, { status, consent });
  if (isChanged) return readContact(unit.trx, row.id);
  if (row.status === status) return row;
  return unit.trx
    .updateTable('contact')
    .set({ status, updated_at: changedAt(unit.now) })
    .where('id', '=', row.id)
    .returningAll()
    .returning(listIds)
    .executeTakeFirstOrThrow();
}

async function optOutByRequest(
  { context, trx, now, keyId }: UnitOfWork,
  { account_id: accountId, phone }: ContactRow,
): Promise<boolean> {
  const recipient = { accountId, phone, number: null };
  return optOut(context, trx, recipient, { method: 'api', at: now, keyId });
}

/** Lifts opt-outs. Each needs consent that is newer. */
async function lift(
  unit: UnitOfWork,
  row: ContactRow,
  {
    status,
    consent,
  }: { readonly status: 'subscribed' | 'pending'; readonly consent: Requested['consent'] },
): Promise<boolean> {
  const isOptedOut = row.status === 'opted_out';
  const hasOptedOutOfNumbers = status === 'subscribed' && row.opted_out_numbers.length > 0;
  if (isOptedOut) await requireNewConsent(unit, row, consent);
  if (!consent || !(isOptedOut || hasOptedOutOfNumbers)) return false;
  const { context, trx, keyId } = unit;
  const recipient = { accountId: row.account_id, phone: row.phone };
  const { source } = consent;
  const expression = { method: 'api', at: new Date(consent.at), source, keyId } as const;
  return optIn(context, trx, recipient, { status, consent }, expression);
}

/** Requires consent from after the opt-out. Earlier consent does not lift it. */
async function requireNewConsent(
  unit: UnitOfWork,
  { account_id, phone }: ContactRow,
  consent: Requested['consent'],
): Promise<void> {
  if (!consent) return fail('opt_in_required');
  const optOuts = await readOptOuts(unit.trx, account_id, [phone]);
  const optedOutAt = optOuts.get(phone)?.everywhereAt;
  if (optedOutAt && parseConsentTime(unit, consent) <= optedOutAt)
    fail('opt_in_required', {
      detail:
        'This consent is from before the opt-out. The contact must consent again, or reply START.',
      fieldErrors: [
        { pointer: '/consent/at', code: 'out_of_range', detail: 'must be after the opt-out' },
      ],
    });
}
