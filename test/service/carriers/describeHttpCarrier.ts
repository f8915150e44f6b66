import { describe, expect, it } from '@jest/globals';
import { until } from '../harness/until.ts';
import { describeCarrier, type Fate, type Opened } from './describeCarrier.ts';
import { forge, unsign } from './forge.ts';
import {
  openProvider,
  type ProviderDialect,
  type ProviderEmulator,
  type SentCallback,
} from './providerEmulator.ts';
import { sendSilently } from './providerSteps.ts';

interface Options {
  /** Whether a lookup after a crash knows the provider's ID. */
  readonly knowsRefs?: boolean;
  readonly more?: (get: () => Opened<ProviderEmulator>) => void;
}

/** Proves that a carrier over HTTP keeps its promises, also against people who forge callbacks. */
export function describeHttpCarrier(
  type: string,
  dialect: ProviderDialect,
  { knowsRefs = false, more }: Options = {},
): void {
  describeCarrier(type, {
    open: () => openProvider(dialect),
    knowsRefs,
    more: (get) => {
      describeLostResponses(get);
      describeForgery(get, dialect);
      describeMedia(get);
      if (dialect.tellsStates) describeOverdueReceipts(get);
      more?.(get);
    },
  });
}

function describeMedia(get: () => Opened<ProviderEmulator>) {
  it('brings a picture, and fetches it with the credentials that the provider requires', async () => {
    const { emulator, account, target } = get();
    const from = emulator.recipient('delivered');
    // As large as photos of phones are.
    const data = Buffer.alloc(4_000_000, 7);
    data.set([0xff, 0xd8, 0xff, 0xe0]);
    const text = { from, to: account.number, text: 'Look' };
    await emulator.sendMedia(text, { contentType: 'image/jpeg', data });
    const message = await until('the message is there', async () => {
      const { data: found } = await account.client.message.list({ direction: 'inbound', from });
      return found[0];
    });
    expect(message).toMatchObject({ text: 'Look', media: [{ url: expect.any(String) }] });
    const link = message.media[0]!.url.replace(target.publicUrl, target.url);
    const response = await until('the picture is there', async () => {
      const opened = await fetch(link);
      return opened.status !== 503 && opened;
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await response.arrayBuffer()).equals(data)).toBe(true);
  });
}

function describeLostResponses(get: () => Opened<ProviderEmulator>) {
  it('brings a text with characters that no database stores', async () => {
    const { emulator, account } = get();
    const from = emulator.recipient('delivered');
    await emulator.text({ from, to: account.number, text: 'A\0B' });
    const { text } = await until('the text is there', async () => {
      const { data } = await account.client.message.list({ direction: 'inbound', from });
      return data[0];
    });
    expect(text).toBe('AB');
  });

  it.each(['garbage', 'broken'] as const)(
    'sends nothing again after a response that it cannot interpret: %s',
    async (fate) => {
      const { emulator, account } = get();
      const to = emulator.recipient(fate);
      const { id } = await account.client.message.send({ to, text: 'Hello' });
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(await emulator.takenBy(to)).toEqual(['Hello']);
    },
  );
}

function describeOverdueReceipts(get: () => Opened<ProviderEmulator>) {
  it('asks for the receipts that no callback brings, a minute after it sent the messages', async () => {
    const { emulator, account, harness } = get();
    const send = (fate: Fate) =>
      account.client.message.send({ to: emulator.recipient(fate), text: 'Hello' });
    const [delivered, failed] = [
      await send('unreported delivery'),
      await send('unreported failure'),
    ];
    const unknown = await send('unreported');
    for (const { id } of [delivered, failed, unknown]) await account.reaches(id, 'sent');
    harness.setAhead(61_000);
    try {
      expect(await account.reaches(delivered.id)).toMatchObject({ status: 'delivered' });
      expect(await account.reaches(failed.id)).toMatchObject({
        status: 'undelivered',
        error: { carrier_code: expect.stringMatching(/./) },
      });
      expect((await account.client.message.get({ id: unknown.id })).status).toBe('sent');
    } finally {
      harness.setAhead(0);
    }
  });
}

function describeForgery(get: () => Opened<ProviderEmulator>, dialect: ProviderDialect) {
  /** Sends a message whose response is lost, and returns its callback, which did not arrive. */
  const withheld = async (): Promise<{ id: string; to: string; callback: SentCallback }> => {
    const { emulator, account, target } = get();
    const { id, to, taken } = await sendSilently(get());
    // A message that arrives ends the pause after the lost response.
    const next = await account.client.message.send({
      to: emulator.recipient('delivered'),
      text: 'Hello',
    });
    await account.reaches(next.id, 'delivered');
    return { id, to, callback: dialect.receipt(taken, 'delivered', target) };
  };
  /**
   * Waits for the callback of another message. The service stores callbacks in the order in which
   * they arrive, so it has handled the earlier ones.
   */
  const laterIsStored = async () => {
    const { emulator, account } = get();
    const to = emulator.recipient('delivered');
    const { id } = await account.client.message.send({ to, text: 'Later' });
    await account.reaches(id, 'delivered');
  };

  describe('a callback', () => {
    it('that nobody signed, or that is for another URL or with another body, changes nothing', async () => {
      const { emulator, account, target } = get();
      const { id, callback } = await withheld();
      const other = await withheld();
      for (const one of forge(dialect, callback, other.callback))
        expect([await emulator.post(one), one.body]).toEqual([401, one.body]);
      const incoming = dialect.text(
        { id: dialect.newId(990_001), from: other.to, to: account.number, text: 'STOP' },
        target,
      );
      expect(await emulator.post(unsign(dialect, incoming))).toBe(401);
      await laterIsStored();
      expect((await account.client.message.get({ id })).status).toBe('sent');
      const { data } = await account.client.message.list({ direction: 'inbound', from: other.to });
      expect(data).toEqual([]);
      expect(await emulator.post(callback)).toBe(200);
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    });

    it('that is replayed, even at the callback URL of another message, changes nothing more', async () => {
      const { emulator, account } = get();
      const [first, second] = [await withheld(), await withheld()];
      for (let time = 0; time < 3; time++) await emulator.post(first.callback);
      await account.reaches(first.id, 'delivered');
      await emulator.post({ ...first.callback, url: second.callback.url });
      await emulator.post({
        ...first.callback,
        url: second.callback.url.replace(/[\w-]{4}$/, 'AAAA'),
      });
      await laterIsStored();
      expect((await account.client.message.get({ id: second.id })).status).toBe('sent');
      expect((await account.eventsOf(first.id)).map((event) => event.type)).toEqual([
        'message.sent',
        'message.delivered',
      ]);
    });
  });
}
