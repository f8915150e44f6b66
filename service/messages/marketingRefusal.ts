import type { Message, PhoneNumber, Registration } from '@textloom/shared/contract';
import { ServiceError } from '../lib/errors.ts';
import { iso } from '../lib/iso.ts';

interface Marketing {
  readonly purpose: Message['purpose'];
  readonly number: Pick<PhoneNumber, 'type' | 'country'>;
  /** The registration that the number is under. */
  readonly campaign:
    { readonly status: Registration['status']; readonly decision_by: Date } | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly recipientCountry: string | null;
}

/** Whether marketing from a number counts for the registry for 10DLC: from US local ones alone. */
export const needsCampaign = ({ type, country }: Marketing['number']): boolean =>
  type === 'local' && country === 'US';

/**
 * Why a message may not leave from its number where registration is enforced: the carriers of the
 * US block marketing from a local number that is under no approved campaign. Undefined where it may.
 */
export function marketingRefusal({
  purpose,
  number,
  campaign,
  recipientCountry,
}: Marketing): ServiceError | undefined {
  const counts = purpose === 'marketing' && recipientCountry === 'US' && needsCampaign(number);
  if (!counts || campaign?.status === 'approved') return undefined;
  return new ServiceError('unregistered_sender', { detail: reasonOf(campaign) });
}

function reasonOf(campaign: Marketing['campaign']): string {
  switch (campaign?.status) {
    case 'pending':
      return `The campaign of this number is in review until ${iso(campaign.decision_by)} at the latest. Send marketing once it is approved, or from another number.`;
    case 'rejected':
      return 'The registry has rejected the campaign of this number. Correct what its rejections name and register it again, or send from another number.';
    default:
      return 'Marketing from a US local number to the US takes an approved campaign, and this number is under none. Register a brand and a campaign for it, or send from another number.';
  }
}
