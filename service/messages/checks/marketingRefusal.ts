import type { Message, PhoneNumber, Registration } from '@textloom/shared/contract';
import { ServiceError } from '../../errors/serviceError.ts';
import { iso } from '../../times/iso.ts';

interface Marketing {
  readonly purpose: Message['purpose'];
  readonly number: Pick<PhoneNumber, 'type' | 'country'>;
  /** The registration of the number. */
  readonly campaign:
    { readonly status: Registration['status']; readonly decision_by: Date } | undefined;
  /** In ISO 3166-1 alpha-2. */
  readonly recipientCountry: string | null;
}

/** Returns whether marketing from a number needs a 10DLC campaign. Only US local numbers do. */
export const needsCampaign = ({ type, country }: Marketing['number']): boolean =>
  type === 'local' && country === 'US';

/**
 * Returns the refusal of a message if the service enforces registration, because US carriers block
 * marketing from a local number without an approved campaign. Returns undefined if the message may
 * go.
 */
export function marketingRefusal({
  purpose,
  number,
  campaign,
  recipientCountry,
}: Marketing): ServiceError | undefined {
  const counts = purpose === 'marketing' && recipientCountry === 'US' && needsCampaign(number);
  if (!counts || campaign?.status === 'approved') return undefined;
  return new ServiceError('unregistered_sender', { detail: describeRefusal(campaign) });
}

function describeRefusal(campaign: Marketing['campaign']): string {
  switch (campaign?.status) {
    case 'pending':
      return `The campaign of this number is in review until ${iso(campaign.decision_by)} at the latest. Send marketing once it is approved, or from another number.`;
    case 'rejected':
      return 'The registry has rejected the campaign of this number. Fix the problems that the rejections name and register it again, or send from another number.';
    default:
      return 'Marketing from a US local number to the US needs an approved campaign, and this number has none. Register a brand and a campaign for it, or send from another number.';
  }
}
