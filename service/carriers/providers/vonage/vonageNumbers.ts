import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import {
  pageSize,
  type NumberDialect,
  type OwnedNumber,
  type ProviderNumber,
  type SaleCriteria,
} from '../../http/numbers/numberDialect.ts';
import { numberSettings } from '../../http/numbers/numberSettings.ts';
import { basic, getFrom, postForm } from '../../http/send.ts';
import { describeSender } from '../../offer.ts';
import { secret, text, type ValuesOf } from '../../settings.ts';

export const vonageNumberSettings = {
  ...numberSettings,
  apiKey: text({
    default: '',
    description: 'API key of the account. Only `import_numbers` and `buy_numbers` need it',
  }),
  apiSecret: secret({ default: '', description: 'API secret of the account' }),
  restUrl: text({
    default: 'https://rest.nexmo.com',
    pattern: /^https?:\/\/[^?#]+$/,
    must: 'must be a URL such as https://rest.nexmo.com, without a query',
    description: 'Base URL of the API for numbers',
  }),
};

interface VonageSettings extends ValuesOf<typeof vonageNumberSettings> {
  readonly applicationId: string;
}

interface Resource {
  readonly country: string;
  /** Without a plus. */
  readonly msisdn: string;
  readonly type: string;
  readonly features: readonly string[];
  readonly moHttpUrl?: string;
  readonly app_id?: string;
  /** The older name of the application. */
  readonly messagesCallbackValue?: string;
}

interface Page {
  /** Missing if there are no numbers. */
  readonly numbers?: readonly Resource[];
  readonly count?: number;
}

const types = { local: 'landline', mobile: 'mobile-lvn', toll_free: 'landline-toll-free' } as const;
const matchStart = 0;
const matchAnywhere = 1;
const success = '200';

/**
 * Numbers at Vonage. This API has its own URL and keys. It reports refusals with the status 200.
 */
export const vonageNumbers: NumberDialect<VonageSettings> = {
  isSetUp: ({ apiKey, apiSecret }) => apiKey !== '' && apiSecret !== '',
  listOwned: (settings, { number, page = '1' }) =>
    getFrom(`${settings.restUrl}/account/numbers`, authorization(settings), {
      size: pageSize,
      index: page,
      pattern: number?.slice(1),
      search_pattern: number && matchStart,
    }),
  readOwned: (body, { page = '1' }) => {
    const { numbers = [], count = 0 } = body as Page;
    return {
      numbers: numbers.filter(canText).map((one): OwnedNumber => ({
        ...describe(one),
        id: one.msisdn,
        receiver: one.app_id || one.messagesCallbackValue || one.moHttpUrl || '',
      })),
      nextPage: Number(page) * pageSize < count ? String(Number(page) + 1) : undefined,
    };
  },

  search: (settings, { country, type, ...criteria }) => [
    getFrom(`${settings.restUrl}/number/search`, authorization(settings), {
      country,
      type: toVonageType(country, type),
      features: 'SMS',
      size: pageSize,
      ...toPattern({ country, ...criteria }),
    }),
  ],
  readForSale: (body) => ((body as Page).numbers ?? []).filter(canText).map(describe),

  buy: (settings, number) => post(settings, 'buy', number),
  release: (settings, number) => post(settings, 'cancel', number),
  connect: (settings, number) =>
    post(settings, 'update', number, { app_id: settings.applicationId }),
  readError: (body) => {
    const code = (body as { readonly 'error-code'?: string })['error-code'];
    return code === success ? undefined : code;
  },
};

const authorization = ({ apiKey, apiSecret }: VonageSettings) => basic(apiKey, apiSecret);

const post = (
  settings: VonageSettings,
  action: 'buy' | 'cancel' | 'update',
  { country, number }: ProviderNumber,
  more: Readonly<Record<string, string>> = {},
) =>
  postForm(
    `${settings.restUrl}/number/${action}`,
    { country, msisdn: number.slice(1), ...more },
    authorization(settings),
  );

const canText = ({ features }: Resource) => features.includes('SMS');

const describe = ({ msisdn, country, type }: Resource): ProviderNumber => ({
  number: `+${msisdn}`,
  country,
  type: isInNorthAmerica(country) ? describeSender(`+${msisdn}`, country).type : readType(type),
});

const readType = (type: string): ProviderNumber['type'] =>
  type === types.mobile ? 'mobile' : type === types.toll_free ? 'toll_free' : 'local';

/** In North America, Vonage calls the local numbers mobile. Only US local ones need a campaign. */
const toVonageType = (country: string, type: SaleCriteria['type']) =>
  isInNorthAmerica(country) && type !== 'toll_free' ? undefined : types[type as keyof typeof types];

const isInNorthAmerica = (country: string): boolean =>
  isSupportedCountry(country) && getCountryCallingCode(country) === '1';

/** Vonage matches the whole number, which starts with the country calling code. */
function toPattern({ country, areaCode, contains, number }: SaleCriteria) {
  if (number !== undefined) return { pattern: number.slice(1), search_pattern: matchStart };
  if (areaCode !== undefined && isSupportedCountry(country))
    return {
      pattern: getCountryCallingCode(country) + areaCode,
      search_pattern: matchStart,
    };
  return contains === undefined ? {} : { pattern: contains, search_pattern: matchAnywhere };
}
