import type { BroadcastRecipient, ErrorCode } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { ServiceError } from '../errors/serviceError.ts';
import { findOpenStopReviews } from '../reviews/findOpenStopReviews.ts';
import type { AudienceContact } from './readAudience.ts';

export type SkippedReason = NonNullable<BroadcastRecipient['skipped_reason']>;

const reasonByCode: Partial<Record<ErrorCode, SkippedReason>> = {
  recipient_opted_out: 'opted_out',
  opt_in_required: 'pending_consent',
  no_route: 'no_route',
  media_not_supported: 'no_route',
  unregistered_sender: 'unregistered_sender',
};

/** Returns why a recipient whose message was refused gets none. */
export function reasonOfRefusal({ code, fieldErrors }: ServiceError): SkippedReason {
  const { pointer, code: field } = fieldErrors[0] ?? {};
  // Somebody deleted the contact after the broadcast read it.
  if (pointer === '/contact_id' && field === 'not_found') return 'contact_deleted';
  if (field === 'missing_merge_field' || field === 'too_many_segments') return field;
  return reasonByCode[code] ?? 'not_allowed';
}

/** Returns which contacts get no message, whatever its text is, and why, by their IDs. */
export async function findSkipped(
  { trx, account }: Pick<UnitOfWork, 'trx' | 'account'>,
  contacts: readonly AudienceContact[],
): Promise<ReadonlyMap<string, SkippedReason>> {
  const phones = contacts.map(({ phone }) => phone);
  const inReview = await findOpenStopReviews(trx, account.id, phones);
  return new Map(
    contacts.flatMap(({ id, phone, status }): [string, SkippedReason][] => {
      if (status === 'pending') return [[id, 'pending_consent']];
      return inReview.has(phone) ? [[id, 'opt_out_in_review']] : [];
    }),
  );
}
