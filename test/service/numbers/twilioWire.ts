import { accountSid } from '../carriers/providers/twilioDialect.ts';
import type { NumberWire, Owned } from './operator.ts';

const account = `/2010-04-01/Accounts/${accountSid}`;
const pageSize = 100;

/** Twilio's IncomingPhoneNumbers and AvailablePhoneNumbers, as its SDK describes them. */
export const twilioWire: NumberWire = {
  newId: (number) => `PN${number.slice(1).padStart(32, '0')}`,
  read: ({ method, path, body }) => {
    const url = new URL(path, 'http://twilio');
    const fields = new URLSearchParams(body);
    const [, list, rest = ''] =
      /^\/(IncomingPhoneNumbers|AvailablePhoneNumbers)(.*)\.json$/.exec(
        url.pathname.replace(account, ''),
      ) ?? [];
    const query = (name: string) => url.searchParams.get(name) ?? undefined;
    if (list === 'AvailablePhoneNumbers') {
      const [, country, folder] = /^\/(\w\w)\/(Local|Mobile|TollFree)$/.exec(rest) ?? [];
      // The numbers of the US are local or toll-free.
      if (country === 'US' && folder === 'Mobile') return { kind: 'missing' };
      return country === 'US' && method === 'GET' && query('SmsEnabled') === 'true'
        ? {
            kind: 'search',
            startsWith: query('AreaCode'),
            contains: query('Contains'),
            type: { Local: 'local', TollFree: 'toll_free' }[folder!],
          }
        : undefined;
    }
    if (list === undefined) return undefined;
    const id = rest.slice(1);
    if (method === 'DELETE') return { kind: 'release', id };
    if (method === 'POST' && id !== '')
      return {
        kind: 'connect',
        id,
        receiver: `${fields.get('SmsMethod')} ${fields.get('SmsUrl')}`,
      };
    if (method === 'POST') return { kind: 'buy', number: fields.get('PhoneNumber') ?? '' };
    return { kind: 'owned', number: query('PhoneNumber'), page: Number(query('Page') ?? 0) + 1 };
  },
  owned: (page, at, total) => ({
    status: 200,
    body: JSON.stringify({
      incoming_phone_numbers: page.map(resource),
      page: at - 1,
      page_size: pageSize,
      uri: `${account}/IncomingPhoneNumbers.json`,
      next_page_uri:
        at * pageSize < total
          ? `${account}/IncomingPhoneNumbers.json?PageSize=100&Page=${at}&PageToken=PAx`
          : null,
    }),
  }),
  forSale: (numbers, { path }) => ({
    status: 200,
    body: JSON.stringify({
      available_phone_numbers: numbers.map((number) => ({
        phone_number: number,
        friendly_name: number,
        iso_country: 'US',
        address_requirements: 'none',
        beta: false,
        capabilities: { voice: true, SMS: true, MMS: true },
      })),
      uri: path,
    }),
  }),
  bought: (one) => ({ status: 201, body: JSON.stringify(resource(one)) }),
  connected: (one) => ({ status: 200, body: JSON.stringify(resource(one)) }),
  released: { status: 204, body: '' },
  refused: failure(400, 21422, 'The phone number is not available.'),
  throttled: failure(429, 20429, 'Too Many Requests'),
  absent: failure(404, 20404, 'The requested resource was not found'),
};

function failure(status: number, code: number, message: string) {
  return { status, body: JSON.stringify({ code, message, status }) };
}

function resource({ number, id, receiver }: Owned) {
  const [, url = receiver] = receiver.split(' ');
  return {
    account_sid: accountSid,
    sid: id,
    phone_number: number,
    friendly_name: number,
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    date_created: new Date().toUTCString(),
    date_updated: new Date().toUTCString(),
    sms_url: url,
    sms_method: 'POST',
    sms_application_sid: '',
    status: 'in-use',
    uri: `${account}/IncomingPhoneNumbers/${id}.json`,
  };
}
