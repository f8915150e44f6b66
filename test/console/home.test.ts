import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import {
  contract,
  disabledByAccount,
  sampleOf,
  type ApiKey,
  type Broadcast,
  type Carrier,
  type Message,
  type Registration,
  type Webhook,
} from '@textloom/shared/contract';
import { isUnknown } from '../../console/src/home/isUnknown.ts';
import { toItems } from '../../console/src/home/items.ts';
import { countFailed, countSent, countWaiting, toReasons } from '../../console/src/home/reasons.ts';
import { shortUrl } from '../../console/src/webhooks/shortUrl.ts';

const createPage = <T>(row: T, count: number, has_more = false) => ({
  data: Array.from({ length: count }, () => row),
  has_more,
});
const webhook = (changes: Partial<Webhook>): Webhook => ({
  ...sampleOf(contract.webhook.get.output),
  status: 'enabled',
  ...changes,
});
const carrier = (changes: Partial<Carrier>): Carrier => ({
  ...sampleOf(contract.carrier.list.output).data[0]!,
  errors: [],
  ...changes,
});
const registration = (id: string, status: Registration['status'], legal_name: string) => {
  const sample = sampleOf(contract.registration.get.output);
  return { ...sample, id, status, brand: { ...sample.brand, legal_name } };
};
const titles = (state: Parameters<typeof toItems>[0]) => toItems(state).map(({ title }) => title);

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day - 60_000).toISOString();
const key = (changes: Partial<ApiKey>): ApiKey => ({
  ...sampleOf(contract.key.list.output).data[0]!,
  name: 'Shop',
  replaced_by: null,
  last_used_at: ago(1),
  ...changes,
});

describe('what needs a person', () => {
  it('is a key that a program uses and that expires within a week', () => {
    const soon = ago(-3.2);
    expect(titles({ keys: [key({ expires_at: soon })] })).toEqual([
      'The API key “Shop” expires in 3 days',
    ]);
    const harmless = [
      key({ expires_at: null }),
      key({ expires_at: ago(-8) }),
      key({ expires_at: soon, last_used_at: null }),
      key({ expires_at: soon, last_used_at: ago(31) }),
    ];
    expect(titles({ keys: harmless })).toEqual([]);
  });

  it('is a key that expired lately, unless another one replaced it', () => {
    const keys = [
      key({ expires_at: ago(2) }),
      key({ expires_at: ago(8) }),
      key({ expires_at: ago(2), replaced_by: 'key_2' }),
    ];
    expect(titles({ keys })).toEqual(['The API key “Shop” expired 2 days ago']);
  });

  it('is nothing before the service has answered, and if everything works', () => {
    expect(toItems({})).toEqual([]);
    expect(
      toItems({
        reviews: createPage(sampleOf(contract.review.get.output), 0),
        conversations: createPage(sampleOf(contract.conversation.get.output), 0),
        webhooks: [webhook({ failing_since: null })],
        broadcasts: [],
        registrations: [registration('reg_1', 'approved', 'Acme')],
        numbers: [{ ...sampleOf(contract.number.list.output).data[0]!, status: 'active' }],
        carriers: [carrier({ status: 'working' })],
      }),
    ).toEqual([]);
  });

  it('names what is broken first, and then who waits for an answer', () => {
    const broadcast: Broadcast = {
      ...sampleOf(contract.broadcast.get.output),
      name: 'Offers',
      status: 'stopped',
      stopped_reason: 'failure_rate',
    };
    expect(
      titles({
        conversations: createPage(sampleOf(contract.conversation.get.output), 99, true),
        reviews: createPage(sampleOf(contract.review.get.output), 1),
        registrations: [registration('reg_1', 'rejected', 'Acme')],
        numbers: [
          {
            ...sampleOf(contract.number.list.output).data[0]!,
            number: '+12025550100',
            status: 'failed',
          },
        ],
        broadcasts: [broadcast],
        webhooks: [webhook({ url: 'https://a.example/x', failing_since: '2026-01-01T00:00:00Z' })],
        carriers: [carrier({ name: 'twilio', status: 'failing' })],
      }),
    ).toEqual([
      'The carrier twilio is failing',
      'a.example/x accepts no events',
      'The broadcast “Offers” stopped',
      '+1 202-555-0100 could not be bought',
      'The registration of Acme was rejected',
      '1 possible opt-out to review',
      'More than 99 conversations with unread texts',
    ]);
  });

  it('includes a webhook that the service disabled, but not one that the account disabled', () => {
    const disabled = (disabled_reason: string) => webhook({ status: 'disabled', disabled_reason });
    expect(titles({ webhooks: [disabled(disabledByAccount)] })).toEqual([]);
    expect(titles({ webhooks: [disabled('The receiver responded with 410')] })).toHaveLength(1);
  });

  it('does not include a rejected registration that a newer one replaces', () => {
    const [newer, older] = [
      registration('reg_2', 'pending', 'Acme'),
      registration('reg_1', 'rejected', 'Acme'),
    ];
    expect(toItems({ registrations: [newer, older] })).toEqual([]);
    expect(toItems({ registrations: [older, registration('reg_0', 'pending', 'Acme')] })).toEqual([
      expect.objectContaining({ href: '#/registrations/reg_1' }),
    ]);
  });

  it('counts what does not fit', () => {
    const failing = Array.from({ length: 5 }, (_, n) =>
      webhook({
        id: `whk_${n}`,
        url: `https://${n}.example`,
        failing_since: '2026-01-01T00:00:00Z',
      }),
    );
    expect(titles({ webhooks: failing })).toEqual([
      '0.example accepts no events',
      '1.example accepts no events',
      '3 more webhooks like this',
    ]);
  });
});

describe('what the home page checks', () => {
  const found = { data: {}, error: null, errorUpdateCount: 0 };
  const error = new Error('The service did not respond');
  const refused = new ApiError({
    message: 'Only the operator may do this',
    code: 'operator_only',
    status: 403,
  });

  it.each([
    ['known after an answer', found, false],
    ['known again after an error', { ...found, errorUpdateCount: 3 }, false],
    ['not known after an error, even with older data', { ...found, error }, true],
    ['not unknown before the first answer', { ...found, data: undefined }, false],
    [
      'not known while a failed first request runs again',
      { ...found, data: undefined, errorUpdateCount: 1 },
      true,
    ],
    [
      'not for everyone if only the operator may see it',
      { data: undefined, error: refused, errorUpdateCount: 1 },
      false,
    ],
  ])('is %s', (_, query, expected) => {
    expect(isUnknown(query)).toBe(expected);
  });
});

describe('the texts of today', () => {
  const counts = {
    ...sampleOf(contract.report.get.output).totals,
    ...{ messages: 36, scheduled: 1, queued: 2, sent: 3, delivered: 4, undelivered: 5 },
    ...{ failed: 6, expired: 7, unconfirmed: 0, canceled: 8, received: 0 },
  };

  it('are sent if they were neither received, nor canceled, nor scheduled for later', () => {
    expect(countSent(counts)).toBe(27);
    expect(countSent(counts)).toBe(
      countWaiting(counts) + countFailed(counts) + counts.delivered + counts.unconfirmed,
    );
  });

  it('fail for reasons, the most frequent one first', () => {
    const failed = (code: string, message: string): Message => ({
      ...sampleOf(contract.message.get.output),
      status: 'failed',
      error: { code: code as 'no_route', message, carrier_code: null, retryable: code === 'x' },
    });
    const unknown: Message = { ...failed('', ''), status: 'expired', error: null };
    expect(
      toReasons([
        failed('no_route', 'No route'),
        unknown,
        failed('x', 'Later'),
        failed('x', 'Later'),
      ]),
    ).toEqual([
      { status: 'failed', text: 'Later', count: 2, retryable: true },
      { status: 'failed', text: 'No route', count: 1, retryable: false },
      { status: 'expired', text: 'The reason is unknown', count: 1, retryable: false },
    ]);
  });
});

it('a long URL is cut off in the middle, so that its host and its end stay visible', () => {
  expect(shortUrl('https://example.com/hook')).toBe('example.com/hook');
  const short = shortUrl(`https://example.com/${'a'.repeat(200)}/last`);
  expect(short).toMatch(/^example\.com\/a+…a+\/last$/);
  expect(short).toHaveLength(60);
});
