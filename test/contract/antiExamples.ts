import { contract, operations, sampleOf, type Contract } from '@textloom/shared/contract';

interface AntiExample {
  /** States why the service refuses the input, in a person's words. */
  readonly reason: string;
  readonly input: { readonly [field: string]: unknown };
  /** Holds the JSON Pointer (RFC 6901) of the invalid field. */
  readonly pointer: string;
}
type AntiExamples = {
  readonly [R in keyof Contract]?: {
    readonly [O in keyof Contract[R]]?: readonly AntiExample[];
  };
};

const { brand, campaign } = sampleOf(contract.registration.submit.input);
const sample = { brand, campaign };

const all = {
  message: {
    send: [
      { reason: 'a message needs text', input: { to: '+12025550123' }, pointer: '/text' },
      {
        reason: 'the text has at least one character',
        input: { to: '+12025550123', text: '' },
        pointer: '/text',
      },
      {
        reason: 'the text has at most 1600 characters',
        input: { to: '+12025550123', text: 'x'.repeat(1601) },
        pointer: '/text',
      },
      { reason: 'the text is a string', input: { to: '+12025550123', text: 42 }, pointer: '/text' },
      {
        reason: 'a recipient is a phone number',
        input: { to: 'Jane', text: 'Hi' },
        pointer: '/to',
      },
      {
        reason: 'a phone number has enough digits',
        input: { to: '+1202555', text: 'Hi' },
        pointer: '/to',
      },
      {
        reason: 'a message has one recipient',
        input: { to: ['+12025550123'], text: 'Hi' },
        pointer: '/to',
      },
      { reason: 'a message needs a recipient', input: { text: 'Hi' }, pointer: '/to' },
      {
        reason: 'a recipient is a number or a contact, not both',
        input: { to: '+12025550123', contact_id: 'con_1', text: 'Hi' },
        pointer: '/contact_id',
      },
      {
        reason: 'the purpose is one of four',
        input: { to: '+12025550123', text: 'Hi', purpose: 'spam' },
        pointer: '/purpose',
      },
      {
        reason: 'the time to live is limited',
        input: { to: '+12025550123', text: 'Hi', ttl: 999999 },
        pointer: '/ttl',
      },
      {
        reason: 'a time has a time zone',
        input: { to: '+12025550123', text: 'Hi', send_at: 'tomorrow' },
        pointer: '/send_at',
      },
      {
        reason: 'a message is sent within 35 days',
        input: { to: '+12025550123', text: 'Hi', send_at: '2999-01-01T00:00:00Z' },
        pointer: '/send_at',
      },
      {
        reason: 'a message is not sent on the day after the 35 days',
        input: {
          to: '+12025550123',
          text: 'Hi',
          send_at: new Date(Date.now() + 36 * 86_400_000).toISOString(),
        },
        pointer: '/send_at',
      },
      {
        reason: 'GSM-7 has no emoji',
        input: { to: '+12025550123', text: '👋', encoding: 'gsm7' },
        pointer: '/text',
      },
      {
        reason: 'a message has at least one medium if it has no text',
        input: { to: '+12025550123', media_urls: [] },
        pointer: '/media_urls',
      },
      {
        reason: 'a message has at most 10 media',
        input: {
          to: '+12025550123',
          media_urls: Array.from({ length: 11 }, (_, i) => `https://example.com/${i}.jpg`),
        },
        pointer: '/media_urls',
      },
      {
        reason: 'each medium is given once',
        input: {
          to: '+12025550123',
          media_urls: ['https://example.com/a.jpg', 'https://example.com/a.jpg'],
        },
        pointer: '/media_urls/1',
      },
      {
        reason: 'the address of a medium has at most 2048 characters',
        input: { to: '+12025550123', media_urls: [`https://example.com/${'x'.repeat(2048)}`] },
        pointer: '/media_urls/0',
      },
      {
        reason: 'the address of a medium is a URL',
        input: { to: '+12025550123', media_urls: ['https://example.com/a.jpg', 'menu.jpg'] },
        pointer: '/media_urls/1',
      },
      {
        reason: 'a medium is on the web',
        input: { to: '+12025550123', media_urls: ['file:///etc/passwd'] },
        pointer: '/media_urls/0',
      },
      {
        reason: 'the address of a medium contains no password',
        input: { to: '+12025550123', media_urls: ['https://me:secret@example.com/a.jpg'] },
        pointer: '/media_urls/0',
      },
      {
        reason: 'the metadata address of a cloud is not a medium',
        input: { to: '+12025550123', media_urls: ['http://169.254.169.254/latest'] },
        pointer: '/media_urls/0',
      },
      {
        reason: 'unknown fields are refused',
        input: { to: '+12025550123', text: 'Hi', body: 'Hi' },
        pointer: '/body',
      },
      {
        reason: 'metadata consists of strings',
        input: { to: '+12025550123', text: 'Hi', metadata: { order: 1042 } },
        pointer: '/metadata/order',
      },
      {
        reason: 'a name in the metadata has at most 100 characters',
        input: { to: '+12025550123', text: 'Hi', metadata: { ['x'.repeat(101)]: '' } },
        pointer: '/metadata',
      },
    ],
    sendBatch: [
      { reason: 'a batch has at least one message', input: { messages: [] }, pointer: '/messages' },
      {
        reason: 'a batch is a list',
        input: { messages: { to: '+12025550123', text: 'Hi' } },
        pointer: '/messages',
      },
    ],
    preview: [{ reason: 'a preview needs text', input: { to: '+12025550123' }, pointer: '/text' }],
    list: [
      { reason: 'a page has at least one result', input: { limit: 0 }, pointer: '/limit' },
      { reason: 'a page has at most 100 results', input: { limit: 101 }, pointer: '/limit' },
      { reason: 'a status is one of ten', input: { status: 'lost' }, pointer: '/status/0' },
      { reason: 'unknown filters are refused', input: { colour: 'red' }, pointer: '/colour' },
    ],
  },
  contact: {
    upsert: [
      { reason: 'a contact needs a phone number', input: { first_name: 'Ada' }, pointer: '/phone' },
      { reason: 'a phone number has digits', input: { phone: 'Ada' }, pointer: '/phone' },
      {
        reason: 'an email address has an @',
        input: { phone: '+12025550123', email: 'ada' },
        pointer: '/email',
      },
      {
        reason: 'a time zone is an IANA name',
        input: { phone: '+12025550123', time_zone: 'Mars/Olympus' },
        pointer: '/time_zone',
      },
      {
        reason: 'an attribute name has at most 100 characters',
        input: { phone: '+12025550123', attributes: { ['x'.repeat(101)]: '' } },
        pointer: '/attributes',
      },
      {
        reason: 'consent includes its time',
        input: { phone: '+12025550123', consent: { source: 'Checkout' } },
        pointer: '/consent/at',
      },
      {
        reason: 'a list belongs to the account',
        input: { phone: '+12025550123', lists: ['lst_1'] },
        pointer: '/lists/0',
      },
    ],
    update: [
      {
        reason: 'a status is one of three',
        input: { id: 'con_1', status: 'unknown' },
        pointer: '/status',
      },
      {
        reason: 'a phone number cannot be changed',
        input: { id: 'con_1', phone: '+12025550124' },
        pointer: '/phone',
      },
    ],
    import: [
      { reason: 'an import has a file', input: {}, pointer: '/csv' },
      {
        reason: 'a file has a column of phone numbers',
        input: { csv: 'name\nAda\n' },
        pointer: '/csv',
      },
      {
        reason: 'a file has at most 200 columns',
        input: { csv: `phone${',x'.repeat(200)}\n` },
        pointer: '/csv',
      },
      {
        reason: 'a list belongs to the account',
        input: { csv: 'phone\n+12025550123\n', list_id: 'lst_1' },
        pointer: '/list_id',
      },
    ],
  },
  list: {
    create: [
      { reason: 'a list has a name', input: {}, pointer: '/name' },
      { reason: 'a name is not empty', input: { name: '' }, pointer: '/name' },
      { reason: 'a name is not blank', input: { name: '  ' }, pointer: '/name' },
    ],
    update: [
      { reason: 'a name is not empty', input: { id: 'lst_1', name: '' }, pointer: '/name' },
      { reason: 'a name is not blank', input: { id: 'lst_1', name: ' ' }, pointer: '/name' },
    ],
  },
  number: {
    available: [
      { reason: 'an area code is digits', input: { area_code: 'DC' }, pointer: '/area_code' },
      { reason: 'a country is two letters', input: { country: 'USA' }, pointer: '/country' },
    ],
    provision: [
      { reason: 'a number is required', input: {}, pointer: '/number' },
      {
        reason: 'a name has at most 11 characters',
        input: { number: 'ABCDEFGHIJKL' },
        pointer: '/number',
      },
      {
        reason: 'the carrier offers the number',
        input: { number: '+12025559999' },
        pointer: '/number',
      },
      {
        reason: 'the pace is at least one message per second',
        input: { number: 'ACME', messages_per_second: 0 },
        pointer: '/messages_per_second',
      },
      {
        reason: 'a campaign is registered',
        input: { number: '+12025550199', campaign_id: 'reg_1' },
        pointer: '/campaign_id',
      },
    ],
    update: [
      {
        reason: 'the pace is a whole number',
        input: { id: 'num_1', messages_per_second: 1.5 },
        pointer: '/messages_per_second',
      },
      {
        reason: 'a number cannot be changed',
        input: { id: 'num_1', number: '+12025550101' },
        pointer: '/number',
      },
    ],
  },
  registration: {
    submit: [
      {
        reason: 'a registration has a brand',
        input: { campaign: sample.campaign },
        pointer: '/brand',
      },
      {
        reason: 'a company has a tax ID',
        input: { ...sample, brand: { ...sample.brand, ein: undefined } },
        pointer: '/brand/ein',
      },
      {
        reason: 'a tax ID has nine digits',
        input: { ...sample, brand: { ...sample.brand, ein: '123' } },
        pointer: '/brand/ein',
      },
      {
        reason: 'a description is long enough',
        input: { ...sample, campaign: { ...sample.campaign, description: 'Marketing' } },
        pointer: '/campaign/description',
      },
      {
        reason: 'a campaign has two samples',
        input: {
          ...sample,
          campaign: { ...sample.campaign, samples: ['One sample is not enough'] },
        },
        pointer: '/campaign/samples',
      },
      {
        reason: 'a sample with a link needs has_links',
        input: {
          ...sample,
          campaign: {
            ...sample.campaign,
            samples: [
              'Acme: see https://acme.example/offers. Reply STOP to opt out.',
              'Acme: 10% off this weekend. Reply STOP to opt out.',
            ],
          },
        },
        pointer: '/campaign/has_links',
      },
      {
        reason: 'a reviewer can open the website',
        input: { ...sample, brand: { ...sample.brand, website: 'http://localhost:8080' } },
        pointer: '/brand/website',
      },
      {
        reason: 'a message flow says where people opt in',
        input: {
          ...sample,
          campaign: {
            ...sample.campaign,
            message_flow: 'All of our customers want to get the messages that we send to them',
          },
        },
        pointer: '/campaign/message_flow',
      },
      {
        reason: 'a help message says how to opt out',
        input: {
          ...sample,
          campaign: { ...sample.campaign, help_message: 'Write to us at help@acme.example' },
        },
        pointer: '/campaign/help_message',
      },
      {
        reason: 'a number belongs to the account',
        input: { ...sample, number_ids: ['num_1'] },
        pointer: '/number_ids/0',
      },
    ],
  },
  report: {
    get: [
      { reason: 'an interval is one of four', input: { interval: 'year' }, pointer: '/interval' },
      { reason: 'a group is one of six', input: { group_by: 'text' }, pointer: '/group_by' },
      {
        reason: 'a time zone is an IANA name',
        input: { time_zone: 'Mars/Olympus' },
        pointer: '/time_zone',
      },
      {
        reason: 'a report ends after its start',
        input: { start: '2026-01-02T00:00:00Z', end: '2026-01-01T00:00:00Z' },
        pointer: '/end',
      },
      {
        reason: 'a report by the hour covers at most 92 days',
        input: { start: '2025-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z', interval: 'hour' },
        pointer: '/start',
      },
    ],
  },
  webhook: {
    create: [
      { reason: 'a webhook has a URL', input: { events: ['*'] }, pointer: '/url' },
      { reason: 'the URL is valid', input: { url: 'example', events: ['*'] }, pointer: '/url' },
      {
        reason: 'the URL uses HTTP',
        input: { url: 'ftp://example.com/', events: ['*'] },
        pointer: '/url',
      },
      {
        reason: 'the metadata address of a cloud is refused',
        input: { url: 'http://169.254.169.254/latest', events: ['*'] },
        pointer: '/url',
      },
      {
        reason: 'a webhook subscribes to at least one event',
        input: { url: 'https://example.com/', events: [] },
        pointer: '/events',
      },
      {
        reason: 'an event is one of the list',
        input: { url: 'https://example.com/', events: ['message.lost'] },
        pointer: '/events/0',
      },
      ...['to', 'from', 'purpose', 'status', 'message_id'].map((field) => ({
        reason: `a filter on ${field} lets something through`,
        input: { url: 'https://example.com/', events: ['*'], filter: { [field]: [] } },
        pointer: `/filter/${field}`,
      })),
      {
        reason: 'a secret is a Standard Webhooks secret',
        input: { url: 'https://example.com/', events: ['*'], secret: 'password' },
        pointer: '/secret',
      },
      {
        reason: 'a webhook expires in the future',
        input: { url: 'https://example.com/', events: ['*'], expires_at: '2020-01-01T00:00:00Z' },
        pointer: '/expires_at',
      },
    ],
    update: [
      {
        reason: 'a webhook is enabled or disabled',
        input: { id: 'whk_1', status: 'paused' },
        pointer: '/status',
      },
      {
        reason: 'a filter on to lets something through',
        input: { id: 'whk_1', filter: { to: [] } },
        pointer: '/filter/to',
      },
    ],
    acknowledge: [
      {
        reason: 'at least one event is acknowledged',
        input: { id: 'whk_1', event_ids: [] },
        pointer: '/event_ids',
      },
      {
        reason: 'an acknowledgement has a maximum number of events',
        input: { id: 'whk_1', event_ids: Array.from({ length: 501 }, (_, i) => `evt_${i}`) },
        pointer: '/event_ids',
      },
    ],
    claim: [
      {
        reason: 'a claim names its process',
        input: { id: 'whk_1', event_id: 'evt_1', claimant: '' },
        pointer: '/claimant',
      },
      {
        reason: 'a claim names an event',
        input: { id: 'whk_1', claimant: 'one' },
        pointer: '/event_id',
      },
    ],
    rotateSecret: [
      {
        reason: 'a secret is a Standard Webhooks secret',
        input: { id: 'whk_1', secret: 'password' },
        pointer: '/secret',
      },
    ],
  },
  event: {
    list: [
      {
        reason: 'an event type is one of the list',
        input: { type: 'message.lost' },
        pointer: '/type/0',
      },
    ],
  },
  key: {
    create: [
      { reason: 'a key has a name', input: { scope: 'send' }, pointer: '/name' },
      { reason: 'a name is not blank', input: { name: ' ', scope: 'send' }, pointer: '/name' },
      { reason: 'a key has a scope', input: { name: 'Orders' }, pointer: '/scope' },
      {
        reason: 'a scope is one of the list',
        input: { name: 'Orders', scope: 'owner' },
        pointer: '/scope',
      },
    ],
  },
} satisfies AntiExamples;

const byName: Readonly<Record<string, Readonly<Record<string, readonly AntiExample[]>>>> = all;

/** Lists, for every operation with its own refusals, the inputs that it refuses. */
export const antiExamples = operations.flatMap((one) => {
  const refused = byName[one.resource]?.[one.name];
  return refused ? [{ ...one, refused }] : [];
});
