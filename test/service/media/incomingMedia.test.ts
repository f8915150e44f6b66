import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event, Message } from '@textloom/shared/contract';
import { openFolder } from '../harness/database.ts';
import { openProvider, type ProviderEmulator } from '../carriers/providerEmulator.ts';
import { accountSid, authToken, twilioDialect } from '../carriers/providers/twilioDialect.ts';
import { openHarness, type Account, type Harness } from '../harness/harness.ts';
import { openMediaServer, type MediaServer } from './mediaServer.ts';
import { until } from '../harness/until.ts';

const publicUrl = 'https://sms.example.com/textloom';
const day = 86_400_000;
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300_000, 'x')]);
const type = 'image/jpeg';

let harness: Harness;
let account: Account;
let provider: ProviderEmulator;
let elsewhere: MediaServer;
beforeAll(async () => {
  [provider, elsewhere] = await Promise.all([openProvider(twilioDialect), openMediaServer()]);
  const carrier = { type: 'twilio', name: 'acme', ...provider.settings };
  harness = await openHarness(openFolder, {
    PUBLIC_URL: publicUrl,
    CARRIERS: JSON.stringify([carrier]),
  });
  account = harness.account();
  provider.connect({ url: harness.url, publicUrl, name: 'acme' }, account);
});
afterAll(async () => {
  await harness.close();
  await provider.close();
  await elsewhere.close();
});
afterEach(() => {
  harness.setAhead(0);
  expect(harness.faults.splice(0)).toEqual([]);
});

type Sent = Parameters<ProviderEmulator['sendMedia']>[1];

/** Sends the service a picture, and returns the message that it stores. */
async function receive(media: Partial<Sent> = {}, text = ''): Promise<Message> {
  const from = provider.recipient('delivered');
  const sent = { contentType: type, data: jpeg, ...media };
  await provider.sendMedia({ from, to: account.number, text }, sent);
  return until('the message is there', async () => {
    const { data } = await account.client.message.list({ direction: 'inbound', from });
    return data[0];
  });
}

/** Opens a link, which names the public address of the service. */
const open = (link: string, init?: RequestInit) =>
  fetch(link.replace(publicUrl, harness.url), init);

const code = async (response: Response) =>
  ((await response.json()) as { readonly code: string }).code;

/** Returns how opening the first link of a message ends: with 200, or with 404 if it failed. */
async function readOutcome({ media }: Message): Promise<number> {
  return until('the service has decided', async () => {
    await harness.makeDue('media');
    const { status } = await open(media[0]!.url);
    return status !== 503 && status;
  });
}

describe('the media of a received message', () => {
  it('is fetched with the credentials of the provider, and served without a key', async () => {
    const from = provider.recipient('delivered');
    const path = await provider.sendMedia(
      { from, to: account.number, text: '' },
      { contentType: type, data: jpeg },
    );
    const { id, media, text } = await until('the message is there', async () => {
      const { data } = await account.client.message.list({ direction: 'inbound', from });
      return data[0];
    });
    expect(text).toBe('');
    expect(media).toHaveLength(1);
    const response = await open(media[0]!.url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(jpeg)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(jpeg.length),
      'content-disposition': expect.stringMatching(/^inline; filename="med_\w+\.jpg"$/),
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    const fetched = provider.requests.filter((request) => request.path === path);
    expect(fetched.map(({ headers }) => headers.authorization)).toEqual([`Basic ${credentials}`]);
    const shown = { url: media[0]!.url, content_type: type, size: jpeg.length };
    expect((await account.client.message.get({ id })).media).toEqual([shown]);
  });

  it('is in the event, with a link and without the URL of the provider', async () => {
    const { id } = await receive({}, 'Look');
    const [event] = (await account.eventsOf(id)) as Event<'message.received'>[];
    expect(event).toMatchObject({
      type: 'message.received',
      data: { text: 'Look', media: [{ content_type: type, size: null }] },
    });
    expect(JSON.stringify(event)).not.toContain(provider.url);
    expect((await open(event!.data.media[0]!.url)).status).toBe(200);
  });

  it('is stored once, however often the provider reports it', async () => {
    const { id } = await receive();
    const callback = provider.callbacks.at(-1)!;
    expect(await provider.post(callback)).toBe(200);
    await receive();
    expect((await account.client.message.get({ id })).media).toHaveLength(1);
  });

  it('counts up to the limit of one message', async () => {
    const from = provider.recipient('delivered');
    const media = Array.from({ length: 12 }, (_, at) => ({
      url: `${elsewhere.url}/picture?${at}`,
      contentType: type,
      data: jpeg,
    }));
    const text = { id: twilioDialect.newId(880_001), from, to: account.number, text: 'Many' };
    const target = { url: harness.url, publicUrl, name: 'acme' };
    await provider.post(twilioDialect.text({ ...text, media }, target));
    const message = await until('the message is there', async () => {
      const { data } = await account.client.message.list({ direction: 'inbound', from });
      return data[0];
    });
    expect(message.media).toHaveLength(10);
    await until('all are fetched', async () => {
      const { media: shown } = await account.client.message.get({ id: message.id });
      return shown.every(({ size }) => size === 9);
    });
  });

  it('is fetched after a failure, as soon as the server works again', async () => {
    elsewhere.failures = 1;
    const message = await receive({ url: `${elsewhere.url}/failing` });
    expect(await readOutcome(message)).toBe(200);
    expect(elsewhere.requestsOf('/failing')).toHaveLength(2);
  });
});

describe('a link to media', () => {
  it('works for a week, and the message then has a new one', async () => {
    const { id, media } = await receive();
    expect((await open(media[0]!.url)).status).toBe(200);
    harness.setAhead(6.9 * day);
    expect((await open(media[0]!.url)).status).toBe(200);
    harness.setAhead(7.1 * day);
    const response = await open(media[0]!.url);
    expect([response.status, await code(response)]).toEqual([410, 'link_expired']);
    const [fresh] = (await account.client.message.get({ id })).media;
    expect((await open(fresh!.url)).status).toBe(200);
  });

  it('opens nothing if somebody changes it', async () => {
    const [first, second] = [await receive(), await receive()].map(
      ({ media }) => new URL(media[0]!.url),
    ) as [URL, URL];
    const later = new URL(first);
    later.searchParams.set('expires', String(Number(first.searchParams.get('expires')) + 3_600));
    const unsigned = new URL(first);
    unsigned.searchParams.delete('signature');
    const empty = new URL(first);
    empty.searchParams.set('signature', '');
    const twice = `${first.href}&signature=${first.searchParams.get('signature')}`;
    const other = new URL(first);
    other.pathname = second.pathname;
    const unknown = new URL(first);
    unknown.pathname = `${first.pathname.slice(0, -1)}_`;
    for (const link of [later, unsigned, empty, twice, other, unknown]) {
      const response = await open(String(link));
      expect([response.status, await code(response)]).toEqual([404, 'not_found']);
    }
  });

  it('waits while the media is fetched, and then says when to come back', async () => {
    const { media } = await receive({ url: `${elsewhere.url}/slow` });
    const response = await open(media[0]!.url);
    expect([response.status, await code(response)]).toEqual([503, 'unavailable']);
    expect(response.headers.get('retry-after')).toBe('10');
    elsewhere.release();
    expect((await open(media[0]!.url)).status).toBe(200);
  });

  it('is only for the account of the message', async () => {
    const { id } = await receive();
    const { status } = await harness.account().json('GET', `/messages/${id}`);
    expect(status).toBe(404);
  });
});

describe('a URL that a callback names', () => {
  it('gets no credentials if it is not the URL of the provider', async () => {
    const message = await receive({ url: `${elsewhere.url}/picture?foreign` });
    expect(await readOutcome(message)).toBe(200);
    const [request] = elsewhere.requestsOf('/picture?foreign');
    expect(request!.headers.authorization).toBeUndefined();
  });

  it('gets no credentials by a redirect', async () => {
    const message = await receive({ location: `${elsewhere.url}/redirected` });
    expect(await readOutcome(message)).toBe(200);
    const [request] = elsewhere.requestsOf('/redirected');
    expect(request!.headers.authorization).toBeUndefined();
  });

  it.each([
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata by another spelling', 'http://0xa9fea9fe/'],
    ['a file', 'file:///etc/passwd'],
    ['a password', 'http://user:password@127.0.0.1/'],
    ['nothing', 'http://'],
  ])('is refused if it leads to %s, even by a redirect', async (_, url) => {
    const messages = await Promise.all([
      receive({ url }),
      receive({ url: `${elsewhere.url}/redirect?${encodeURIComponent(url)}` }),
    ]);
    const outcomes = await Promise.all(messages.map(readOutcome));
    expect(outcomes).toEqual([404, 404]);
  });

  it.each([
    ['redirects forever', '/loop'],
    ['announces too much', '/announced'],
    ['sends too much', '/endless'],
    ['calls a page a picture', '/page'],
    ['sends a drawing that can contain a script', '/drawing'],
    ['sends nothing', '/empty'],
  ])('fails permanently if it %s', async (_, path) => {
    const message = await receive({ url: elsewhere.url + path });
    expect(await readOutcome(message)).toBe(404);
    const { media } = await account.client.message.get({ id: message.id });
    expect(media).toEqual([{ url: media[0]!.url, content_type: null, size: null }]);
  });
});
