import type { EngineSettings } from '../../http/engineSettings.ts';
import {
  pageSize,
  type NumberDialect,
  type ProviderNumber,
  type SaleCriteria,
} from '../../http/numbers/numberDialect.ts';
import { basic, getFrom, postForm } from '../../http/send.ts';
import { describeSender, nationalPart } from '../../offer.ts';

interface TwilioSettings extends Pick<EngineSettings, 'baseUrl'> {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKeySid: string;
  readonly apiKeySecret: string;
}

const folders = { local: 'Local', mobile: 'Mobile', toll_free: 'TollFree' } as const;
type Type = keyof typeof folders;
const types: readonly Type[] = ['local', 'mobile', 'toll_free'];
/** The countries where numbers have an area code that Twilio can search. */
const withAreaCodes = ['US', 'CA'];
/** Twilio gives new numbers a receiver that only replies with a sample text. */
const sampleReceiver = 'https://demo.twilio.com/';

interface OwnedResource {
  readonly phone_number: string;
  readonly sid: string;
  readonly capabilities: { readonly sms: boolean };
  readonly sms_url: string | null;
  readonly sms_application_sid: string | null;
}

interface OwnedPage {
  readonly incoming_phone_numbers: readonly OwnedResource[];
  readonly next_page_uri: string | null;
}

interface ForSale {
  readonly available_phone_numbers: readonly {
    readonly phone_number: string;
    readonly iso_country: string;
  }[];
  readonly uri: string;
}

export const twilioAuthorization = (settings: Omit<TwilioSettings, 'baseUrl'>) => {
  const { accountSid, authToken, apiKeySid, apiKeySecret } = settings;
  return apiKeySid ? basic(apiKeySid, apiKeySecret) : basic(accountSid, authToken);
};

/** Numbers at Twilio. A number cannot be bought twice, and has one receiver of its texts. */
export const twilioNumbers: NumberDialect<TwilioSettings> = {
  listOwned: (settings, { number, page }) =>
    page
      ? getFrom(settings.baseUrl + page, twilioAuthorization(settings))
      : getFrom(ownedUrl(settings), twilioAuthorization(settings), {
          PageSize: pageSize,
          PhoneNumber: number,
        }),
  readOwned: (body) => {
    const { incoming_phone_numbers: owned, next_page_uri: next } = body as OwnedPage;
    return {
      numbers: owned
        .filter(({ capabilities }) => capabilities.sms)
        .map((one) => ({
          ...describeSender(one.phone_number, ''),
          id: one.sid,
          receiver: findReceiver(one),
        })),
      // A path below the base URL.
      nextPage: next?.startsWith('/') ? next : undefined,
    };
  },

  search: (settings, criteria) =>
    types
      .filter((type) => criteria.type === undefined || criteria.type === type)
      .map((type) =>
        getFrom(
          `${accountUrl(settings)}/AvailablePhoneNumbers/${criteria.country}/${folders[type]}.json`,
          twilioAuthorization(settings),
          { SmsEnabled: 'true', PageSize: pageSize, ...toPattern(criteria) },
        ),
      ),
  readForSale: (body) => {
    const { available_phone_numbers: found, uri } = body as ForSale;
    const type = types.find((one) => uri.includes(`/${folders[one]}.json`)) ?? 'local';
    return found.map(({ phone_number: number, iso_country: country }): ProviderNumber => ({
      number,
      country,
      type,
    }));
  },

  buy: (settings, { number }) =>
    postForm(ownedUrl(settings), { PhoneNumber: number }, twilioAuthorization(settings)),
  connect: (settings, { id }, inboundWebhookUrl) =>
    postForm(
      oneUrl(settings, id),
      { SmsUrl: inboundWebhookUrl, SmsMethod: 'POST' },
      twilioAuthorization(settings),
    ),
  release: (settings, { id }) => ({
    method: 'DELETE',
    url: oneUrl(settings, id),
    headers: twilioAuthorization(settings),
  }),
  readError: (body) => (body as { readonly code?: number }).code,
};

export const accountUrl = ({ baseUrl, accountSid }: TwilioSettings) =>
  `${baseUrl}/2010-04-01/Accounts/${accountSid}`;
const ownedUrl = (settings: TwilioSettings) => `${accountUrl(settings)}/IncomingPhoneNumbers.json`;
const oneUrl = (settings: TwilioSettings, id: string) =>
  `${accountUrl(settings)}/IncomingPhoneNumbers/${encodeURIComponent(id)}.json`;

const findReceiver = ({ sms_url: url, sms_application_sid: application }: OwnedResource) =>
  application || (url?.startsWith(sampleReceiver) ? '' : (url ?? ''));

function toPattern({ country, areaCode, contains, number }: SaleCriteria) {
  if (number !== undefined) return { Contains: nationalPart(number) };
  return withAreaCodes.includes(country)
    ? { AreaCode: areaCode, Contains: contains }
    : { Contains: contains ?? areaCode };
}
