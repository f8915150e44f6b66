import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf, type Registration } from '@textloom/shared/contract';
import { registrationErrors } from '../../../service/registrations/registrationErrors.ts';

const sample = sampleOf(contract.registration.submit.input);

const listPointers = ({
  brand = {},
  campaign = {},
}: {
  brand?: Partial<Registration['brand']>;
  campaign?: Partial<Registration['campaign']>;
}) =>
  registrationErrors({ ...sample.brand, ...brand }, { ...sample.campaign, ...campaign }).map(
    ({ pointer }) => pointer,
  );

describe('the check of a registration', () => {
  it('accepts a valid registration', () => {
    expect(listPointers({})).toEqual([]);
  });

  it('reports all errors together, each with what to change', () => {
    const { ein: _, ...brand } = sample.brand;
    const faults = registrationErrors(
      { ...brand, website: 'http://10.0.0.1' },
      {
        ...sample.campaign,
        message_flow: sample.campaign.description,
        samples: ['Acme: see www.acme.example, or call 202-555-0123', 'Acme: 10% off this weekend'],
        opt_out_message: 'Acme: thank you for your message.',
        help_message: 'Acme: write to help@acme.example',
        privacy_policy_url: 'ftp://acme.example/privacy',
        terms_url: 'https://user:secret@acme.example/terms',
      },
    );
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/brand/ein', 'required'],
      ['/brand/website', 'invalid_url'],
      ['/campaign/message_flow', 'invalid_format'],
      ['/campaign/samples', 'invalid_format'],
      ['/campaign/has_links', 'invalid_format'],
      ['/campaign/has_phone_numbers', 'invalid_format'],
      ['/campaign/opt_out_message', 'invalid_format'],
      ['/campaign/help_message', 'invalid_format'],
      ['/campaign/privacy_policy_url', 'invalid_url'],
      ['/campaign/terms_url', 'invalid_url'],
    ]);
    for (const { detail } of faults) expect(detail).toMatch(/^(is|must|says) .{20,}/);
  });

  it('requires no tax number from a sole proprietor', () => {
    const { ein: _, ...brand } = sample.brand;
    const without = { ...brand, entity_type: 'SOLE_PROPRIETOR' } as const;
    expect(registrationErrors(without, sample.campaign)).toEqual([]);
  });

  it.each([
    'https://acme.com',
    'http://shop.acme.co.uk/privacy?v=2#top',
    'https://acme.xn--p1ai/',
    'https://ACME.example:8443',
  ])('accepts %s as a public address', (website) => {
    expect(listPointers({ brand: { website } })).toEqual([]);
  });

  it.each([
    'https://localhost/privacy',
    'http://127.0.0.1',
    'https://[::1]/',
    'https://acme',
    'https://nas.local',
    'https://intranet.corp',
    'mailto:legal@acme.com',
    'acme.com',
  ])('rejects %s as a public address', (website) => {
    expect(listPointers({ brand: { website } })).toEqual(['/brand/website']);
  });

  it.each([
    'Customers tick an empty box in our shop that says that they agree to texts',
    'People text JOIN to 24680 and get an answer that asks them to confirm it',
    'Guests agree on the registration form that they sign when they arrive',
    'We ask for their consent when they call us, and note their answer with the time',
    'See https://acme.com/signup, where people enter their number and agree',
  ])('accepts "%s" as a description of how people agree', (message_flow) => {
    expect(listPointers({ campaign: { message_flow } })).toEqual([]);
  });

  it.each([
    'All of our customers want to get the messages that we send to them',
    'We text messages to people who bought something from us at least once',
    `  ${sample.campaign.description.toUpperCase()}. `,
  ])('rejects "%s" as a description of how people agree', (message_flow) => {
    expect(listPointers({ campaign: { message_flow } })).toEqual(['/campaign/message_flow']);
  });

  it.each([
    'Acme: see http://a.co for more. Reply STOP to opt out.',
    'Acme: see www.acme.example today. Reply STOP to opt out.',
    'Acme: see acme.com/offers today. Reply STOP to opt out.',
    'Acme: 20% off at acme.com today. Reply STOP to opt out.',
    'Acme: your cart waits: [link]. Reply STOP to opt out.',
    'Acme: your cart waits: {{cart_url}}. Reply STOP to opt out.',
  ])('finds the link in "%s"', (text) => {
    const samples = [sample.campaign.samples[0]!, text];
    expect(listPointers({ campaign: { samples } })).toEqual(['/campaign/has_links']);
    expect(listPointers({ campaign: { samples, has_links: true } })).toEqual([]);
  });

  it.each([
    'Acme: open 9 a.m./5 p.m. on 24/7 days, or write to a@acme.example. Reply STOP to opt out.',
    'Acme: order 1234567 of 2026-01-31 costs 1,200.50 $. Reply STOP to opt out.',
  ])('finds neither a link nor a phone number in "%s"', (text) => {
    const samples = [sample.campaign.samples[0]!, text];
    expect(listPointers({ campaign: { samples } })).toEqual([]);
    expect(
      listPointers({ campaign: { samples, has_links: true, has_phone_numbers: true } }),
    ).toEqual(['/campaign/has_links', '/campaign/has_phone_numbers']);
  });

  it.each(['(202) 555-0123', '+1 202 555 0123', '800-555-0123', '[phone]'])(
    'finds the phone number %s',
    (phone) => {
      const samples = [sample.campaign.samples[0]!, `Acme: questions? Call ${phone} any time.`];
      expect(listPointers({ campaign: { samples } })).toEqual(['/campaign/has_phone_numbers']);
      expect(listPointers({ campaign: { samples, has_phone_numbers: true } })).toEqual([]);
    },
  );

  it('looks for phone numbers whatever the country of the brand is', () => {
    const samples = [sample.campaign.samples[0]!, 'Acme: questions? Call +12025550123 any time.'];
    expect(listPointers({ brand: { country: 'XX' }, campaign: { samples } })).toEqual([
      '/campaign/has_phone_numbers',
    ]);
  });

  it('requires only marketing to show how to opt out', () => {
    const samples = ['Acme: your order has left our warehouse', 'Acme: your order has arrived'];
    expect(listPointers({ campaign: { samples } })).toEqual(['/campaign/samples']);
    expect(listPointers({ campaign: { samples, use_case: 'DELIVERY_NOTIFICATION' } })).toEqual([]);
  });

  it.each(['Acme: we never stop to care. Reply for help.', 'Acme: nonstop help at any time.'])(
    'rejects "%s" as a way to opt out',
    (help_message) => {
      expect(listPointers({ campaign: { help_message } })).toEqual(['/campaign/help_message']);
    },
  );

  it.each([
    'Acme: help@acme.example. Reply "stop" to opt out.',
    'Acme: text Stop to end messages.',
  ])('accepts "%s" as a way to opt out', (help_message) => {
    expect(listPointers({ campaign: { help_message } })).toEqual([]);
  });

  it.each([
    'Acme: you are unsubscribed.',
    'Acme: we will not text you again.',
    'Acme: changed your mind? Reply START.',
    'Acme: you have been opted out.',
  ])('accepts "%s" as a confirmation of the opt-out', (opt_out_message) => {
    expect(listPointers({ campaign: { opt_out_message } })).toEqual([]);
  });

  it('takes a short time for the texts that take longest', () => {
    const longest = (word: string, length: number) =>
      `${'{'.repeat(length / 2)}${word.repeat(length / 2 / word.length)}`;
    const samples = Array.from({ length: 5 }, () => longest('phone', 1_000));
    const start = process.threadCpuUsage().user;
    for (let times = 0; times < 5; times++)
      listPointers({ campaign: { message_flow: longest('link', 2_000), samples } });
    expect((process.threadCpuUsage().user - start) / 1_000).toBeLessThan(500);
  });
});
