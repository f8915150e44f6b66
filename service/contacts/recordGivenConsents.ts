import type { Contact } from '@textloom/shared/contract';
import { recordConsents, type ConsentStatement } from '../consents/recordConsents.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { ContactRow } from './toContact.ts';

interface GivenConsent {
  /** The locked contact. */
  readonly contact: Pick<ContactRow, 'id' | 'phone' | 'status'>;
  /** The contact before the request. Undefined if it is new. */
  readonly before: Pick<ContactRow, 'status' | 'consent'> | undefined;
  readonly input: {
    readonly status?: Contact['status'] | undefined;
    readonly consent?: NonNullable<Contact['consent']> | undefined;
  };
}

/**
 * Records the consent that an account states for contacts: a new consent, or that a pending contact
 * is subscribed now. A consent of a contact who has opted out counts only once it lifts the
 * opt-out.
 */
export async function recordGivenConsents(
  { context, trx, account, now, keyId }: Omit<UnitOfWork, 'afterCommit'>,
  given: readonly GivenConsent[],
  method: ConsentStatement['method'],
): Promise<void> {
  const entries = given
    .filter(({ contact, input }) => ![contact.status, input.status].includes('opted_out'))
    .flatMap(({ contact, before, input: { status, consent } }) => {
      const isNew = consent !== undefined && !isSameConsent(before?.consent ?? null, consent);
      const isConfirmed = before?.status === 'pending' && status === 'subscribed';
      if (!isNew && !isConfirmed) return [];
      return {
        phone: contact.phone,
        contactId: contact.id,
        action: 'opted_in' as const,
        number: null,
        method,
        at: consent ? new Date(consent.at) : now,
        source: consent?.source,
        keyId,
      };
    });
  await recordConsents(context, trx, account.id, entries);
}

const isSameConsent = (
  known: Contact['consent'],
  { source, at }: NonNullable<Contact['consent']>,
): boolean => known?.source === source && Date.parse(known.at) === Date.parse(at);
