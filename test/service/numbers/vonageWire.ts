import type { ProviderDialect } from '../carriers/providerEmulator.ts';
import { vonageDialect } from '../carriers/providers/vonageDialect.ts';
import type { NumberWire, Owned } from './operator.ts';

const apiKey = 'abcd1234';
const apiSecret = 'vonage_test_api_secret';
const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
const isAboutNumbers = (path: string) => /^\/(account|number)\//.test(path);

/** Vonage with the settings of its Numbers API, which has other keys. */
export const vonageWithNumbers: ProviderDialect = {
  ...vonageDialect,
  settings: (baseUrl) => ({
    ...vonageDialect.settings(baseUrl),
    api_key: apiKey,
    api_secret: apiSecret,
    rest_url: baseUrl,
  }),
  refuseCaller: (request) => {
    if (!isAboutNumbers(request.path)) return vonageDialect.refuseCaller!(request);
    return request.headers.authorization === authorization
      ? undefined
      : result(401, '401', 'authentication failed');
  },
};

/** Vonage's Numbers API, as its OpenAPI document describes it. */
export const vonageWire: NumberWire = {
  newId: (number) => number.slice(1),
  read: ({ method, path, body }) => {
    const url = new URL(path, 'http://vonage');
    const fields = new URLSearchParams(body);
    const query = (name: string) => url.searchParams.get(name) ?? undefined;
    const [pattern, strategy = '0'] = [query('pattern'), query('search_pattern')];
    if (url.pathname === '/account/numbers' && method === 'GET')
      return {
        kind: 'owned',
        number: pattern && `+${pattern}`,
        page: Number(query('index') ?? 1),
      };
    if (url.pathname === '/number/search' && method === 'GET')
      return {
        kind: 'search',
        ...(strategy === '0' ? { startsWith: pattern?.slice(1) } : { contains: pattern }),
        // All other numbers in the US have the type of mobile numbers.
        type: { landline: 'none', 'landline-toll-free': 'toll_free', 'mobile-lvn': 'local' }[
          query('type') ?? ''
        ],
      };
    if (method !== 'POST' || fields.get('country') !== 'US') return undefined;
    const id = fields.get('msisdn') ?? '';
    switch (url.pathname) {
      case '/number/buy':
        return { kind: 'buy', number: `+${id}` };
      case '/number/cancel':
        return { kind: 'release', id };
      case '/number/update':
        return { kind: 'connect', id, receiver: fields.get('app_id') ?? '' };
      default:
        return undefined;
    }
  },
  owned: (page, _at, total) => ({
    status: 200,
    body: JSON.stringify(total === 0 ? {} : { count: total, numbers: page.map(resource) }),
  }),
  forSale: (numbers) => ({
    status: 200,
    body: JSON.stringify(
      numbers.length === 0
        ? {}
        : {
            count: numbers.length,
            numbers: numbers.map((number) => ({
              country: 'US',
              msisdn: number.slice(1),
              type: guessType(number),
              cost: '0.90',
              features: ['VOICE', 'SMS'],
            })),
          },
    ),
  }),
  bought: () => result(200, '200', 'success'),
  connected: () => result(200, '200', 'success'),
  released: result(200, '200', 'success'),
  refused: result(200, '420', 'method failed'),
  throttled: { status: 429, body: '' },
  absent: result(200, '420', 'method failed'),
};

function result(status: number, code: string, label: string) {
  return { status, body: JSON.stringify({ 'error-code': code, 'error-code-label': label }) };
}

const guessType = (number: string) =>
  number.startsWith('+1800') ? 'landline-toll-free' : 'mobile-lvn';

const resource = ({ number, receiver }: Owned) => ({
  country: 'US',
  msisdn: number.slice(1),
  type: guessType(number),
  features: ['VOICE', 'SMS'],
  ...(receiver.startsWith('http') ? { moHttpUrl: receiver } : receiver && { app_id: receiver }),
});
