import type { AvailableNumber } from '@textloom/shared/contract';
import type { EngineSettings } from '../../http/engineSettings.ts';
import {
  pageSize,
  type NumberDialect,
  type OwnedNumber,
  type ProviderNumber,
} from '../../http/numbers/numberDialect.ts';
import { bearer, getFrom, postJson } from '../../http/send.ts';
import { describeSender, nationalPart } from '../../offer.ts';

interface TelnyxSettings extends Pick<EngineSettings, 'baseUrl'> {
  readonly apiKey: string;
  readonly messagingProfileId: string;
}

interface OwnedPage {
  readonly data: readonly {
    readonly id: string;
    readonly phone_number: string;
    readonly country_iso_alpha2: string;
    readonly phone_number_type: string;
    readonly status: string;
    readonly messaging_profile_id?: string | null;
  }[];
  readonly meta: { readonly page_number: number; readonly total_pages: number };
}

interface ForSale {
  readonly data: readonly { readonly phone_number: string }[];
}

interface Failure {
  readonly errors?: readonly { readonly code: string }[];
}

/**
 * Numbers at Telnyx. An order ends later, and the number is `active` when it does. The profile of a
 * number decides who gets its texts.
 */
export const telnyxNumbers: NumberDialect<TelnyxSettings> = {
  listOwned: (settings, { number, page = '1' }) =>
    getFrom(`${settings.baseUrl}/phone_numbers`, authorization(settings), {
      'page[number]': page,
      'page[size]': pageSize,
      'filter[status]': 'active',
      'filter[phone_number]': number,
    }),
  readOwned: (body) => {
    const { data, meta } = body as OwnedPage;
    return {
      numbers: data
        .filter(({ status }) => status === 'active')
        .map((one): OwnedNumber => ({
          number: one.phone_number,
          country: one.country_iso_alpha2,
          type: toNumberType(one.phone_number_type),
          id: one.id,
          receiver: one.messaging_profile_id ?? '',
        })),
      nextPage: meta.page_number < meta.total_pages ? String(meta.page_number + 1) : undefined,
    };
  },

  search: (settings, { country, type, areaCode, contains, number }) => [
    getFrom(`${settings.baseUrl}/available_phone_numbers`, authorization(settings), {
      'filter[country_code]': country,
      'filter[phone_number_type]': type,
      'filter[national_destination_code]': areaCode,
      'filter[phone_number][contains]': contains,
      // Without the country calling code.
      'filter[phone_number][starts_with]': number && nationalPart(number),
      'filter[features]': 'sms',
      'filter[limit]': pageSize,
    }),
  ],
  readForSale: (body, { country, type }) =>
    (body as ForSale).data.map(({ phone_number: number }): ProviderNumber => ({
      number,
      country,
      type: type ?? describeSender(number, country).type,
    })),

  buy: (settings, { number }) =>
    postJson(
      `${settings.baseUrl}/number_orders`,
      {
        phone_numbers: [{ phone_number: number }],
        messaging_profile_id: settings.messagingProfileId || undefined,
      },
      authorization(settings),
    ),
  connect: (settings, { id }) =>
    settings.messagingProfileId
      ? {
          ...postJson(
            `${oneUrl(settings, id)}/messaging`,
            { messaging_profile_id: settings.messagingProfileId },
            authorization(settings),
          ),
          method: 'PATCH',
        }
      : undefined,
  release: (settings, { id }) => ({
    method: 'DELETE',
    url: oneUrl(settings, id),
    headers: authorization(settings),
  }),
  readError: (body) => (body as Failure).errors?.[0]?.code,
};

const authorization = ({ apiKey }: TelnyxSettings) => bearer(apiKey);
const oneUrl = ({ baseUrl }: TelnyxSettings, id: string) =>
  `${baseUrl}/phone_numbers/${encodeURIComponent(id)}`;

/** Telnyx writes this type in two ways. */
const toNumberType = (type: string): AvailableNumber['type'] =>
  /^toll_?free$/.test(type) ? 'toll_free' : type === 'mobile' ? 'mobile' : 'local';
