import { failure } from '../carriers/providers/telnyxDialect.ts';
import type { NumberWire, Owned } from './operator.ts';

const pageSize = 100;

/** Telnyx's phone numbers and number orders, as its SDK describes them. */
export const telnyxWire: NumberWire = {
  newId: (number) => `12932122${number.slice(1)}`,
  read: ({ method, path, body }) => {
    const url = new URL(path, 'http://telnyx');
    const query = (name: string) => url.searchParams.get(name) ?? undefined;
    const fields = JSON.parse(body || '{}') as {
      readonly phone_numbers?: readonly { readonly phone_number: string }[];
      readonly messaging_profile_id?: string;
    };
    const [, id] = /^\/v2\/phone_numbers\/([^/]+)/.exec(url.pathname) ?? [];
    if (url.pathname === '/v2/available_phone_numbers')
      return query('filter[country_code]') === 'US' && query('filter[features]') === 'sms'
        ? {
            kind: 'search',
            // The rest of the number starts with the second one.
            startsWith:
              (query('filter[national_destination_code]') ?? '') +
              (query('filter[phone_number][starts_with]') ?? ''),
            contains: query('filter[phone_number][contains]'),
            type: query('filter[phone_number_type]'),
          }
        : undefined;
    if (url.pathname === '/v2/number_orders' && method === 'POST')
      return { kind: 'buy', number: fields.phone_numbers![0]!.phone_number };
    if (url.pathname === '/v2/phone_numbers')
      return {
        kind: 'owned',
        number: query('filter[phone_number]'),
        page: Number(query('page[number]') ?? 1),
      };
    if (id !== undefined && method === 'DELETE') return { kind: 'release', id };
    if (id !== undefined && method === 'PATCH' && url.pathname.endsWith('/messaging'))
      return { kind: 'connect', id, receiver: fields.messaging_profile_id ?? '' };
    return undefined;
  },
  owned: (page, at, total) => ({
    status: 200,
    body: JSON.stringify({
      data: page.map(resource),
      meta: {
        page_number: at,
        page_size: pageSize,
        total_pages: Math.ceil(total / pageSize),
        total_results: total,
      },
    }),
  }),
  forSale: (numbers) => ({
    status: 200,
    body: JSON.stringify({
      data: numbers.map((number) => ({
        record_type: 'available_phone_number',
        phone_number: number,
        cost_information: { upfront_cost: '1.00', monthly_cost: '1.00', currency: 'USD' },
        features: [{ name: 'sms' }],
      })),
      meta: { total_results: numbers.length, best_effort_results: 0 },
    }),
  }),
  bought: ({ number }) => ({
    status: 200,
    body: JSON.stringify({
      data: {
        id: '12ade33a-21c0-473b-b055-b3c836e1c292',
        record_type: 'number_order',
        status: 'pending',
        phone_numbers: [{ phone_number: number, status: 'pending' }],
      },
    }),
  }),
  connected: (one) => ({ status: 200, body: JSON.stringify({ data: resource(one) }) }),
  released: { status: 200, body: '{"data":{}}' },
  refused: failure(422, '85001', 'Number unavailable'),
  throttled: failure(429, '10011', 'Too many requests'),
  absent: failure(404, '10005', 'Resource not found'),
};

function resource({ number, id, receiver }: Owned) {
  return {
    id,
    record_type: 'phone_number',
    phone_number: number,
    country_iso_alpha2: 'US',
    phone_number_type: number.startsWith('+1800') ? 'toll_free' : 'local',
    status: 'active',
    messaging_profile_id: receiver || null,
    purchased_at: new Date().toISOString(),
  };
}
