import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Selectable } from 'kysely';
import { ServiceError } from '../../errors/serviceError.ts';
import { equivalentNumbers } from '../../phones/equivalentNumbers.ts';
import type { AccountTable } from '../../store/tables/tables.ts';

/**
 * Returns the refusal if the account may not text a number, based on its allowed countries and
 * number types. The sender of a received text can have another form than E.164. A carrier would
 * take it for the number of a stranger.
 */
export function recipientRefusal(
  { countries, allows_premium }: Pick<Selectable<AccountTable>, 'countries' | 'allows_premium'>,
  recipient: string,
  country: string | null,
): ServiceError | undefined {
  if (!recipient.startsWith('+')) return refusal('The recipient has no country code.');
  if (!allows_premium && isPremium(recipient))
    return refusal('This is a premium-rate or satellite number.');
  if (countries && !(country !== null && countries.includes(country)))
    return refusal(
      country === null
        ? 'The number belongs to no country, and this account can text only some countries.'
        : `This account may not text numbers of the country ${country}.`,
    );
  return undefined;
}

const refusal = (detail: string): ServiceError =>
  new ServiceError('recipient_not_allowed', { detail });

/**
 * Refuses a text to its own sender, in any spelling. A carrier refuses or loses it, or a reply
 * would come from the sender itself.
 */
export function requireOther(sender: string, recipient: string): void {
  if (equivalentNumbers(recipient).includes(sender))
    throw refusal(
      'The message would go to the number that sends it. Choose another recipient or sender.',
    );
}

/**
 * Matches premium rate in North America, satellite and international networks, and international
 * premium rate.
 */
const premiumPrefix = /^\+(1900|870|878|881|882|883|979)/;

const isPremium = (e164: string): boolean =>
  premiumPrefix.test(e164) ||
  equivalentNumbers(e164).some((spelling) => numberType(spelling) === 'PREMIUM_RATE');

/**
 * Skips North American numbers, because only the prefix shows their type and they are the most
 * frequent.
 */
const numberType = (e164: string) =>
  e164.startsWith('+1') ? undefined : parsePhoneNumberFromString(e164)?.getType();
