import { afterEach, describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import {
  authorization,
  handset,
  passQuarantine,
  type Account,
  type Harness,
  type HandsetText,
} from '../harness/harness.ts';
import { until } from '../harness/until.ts';

/** Tests what simulated handsets show, and to which account. */
export function describeSimulator(harness: () => Harness): void {
  describe('a simulated handset', () => {
    const streams: Stream[] = [];
    afterEach(async () => {
      harness().setAhead(0);
      for (const stream of streams.splice(0)) await stream.close();
    });
    const open = async (key: string): Promise<Stream> => {
      const stream = await openStream(harness().url, key);
      streams.push(stream);
      return stream;
    };
    const readHandsets = async ({ keys }: Account) => {
      const response = await fetch(`${harness().url}/simulator/handsets`, {
        headers: authorization(keys.read),
      });
      return ((await response.json()) as { data: { number: string; texts: number }[] }).data;
    };
    const send = async (account: Account, to: string, text: string, from?: string) => {
      const { id } = await account.client.message.send({ to, text, ...(from && { from }) });
      await account.reaches(id);
    };

    it('shows an account the texts that handsets got from it and sent to it', async () => {
      const account = harness().account();
      const phone = handset(0, 303);
      await send(account, phone, 'To you');
      await account.textFrom(phone, 'To me');
      const texts = await until('both texts are there', async () => {
        const shown = await account.textsOn(phone);
        return shown.length === 2 && shown;
      });
      expect(texts).toMatchObject([
        { direction: 'to_handset', from: account.number, to: phone, text: 'To you' },
        { direction: 'from_handset', from: phone, to: account.number, text: 'To me' },
      ]);
      expect(await readHandsets(account)).toMatchObject([{ number: phone, last_text: 'To me' }]);
    });

    it('lists the newest 200 handsets', async () => {
      const account = harness().account();
      await harness().query(`
        insert into handset_text
          (id, account_id, handset, direction, sender, recipient, text, parts, is_shown, at)
        select 'many_' || n, '${account.id}', '+1303556' || lpad(n::text, 4, '0'), 'to_handset',
          '${account.number}', '', 'Text ' || n, 1, true, now() + n * interval '1 ms'
        from generate_series(1, 210) as n order by n`);
      const listed = await readHandsets(account);
      expect(listed).toHaveLength(200);
      expect(listed[0]).toMatchObject({ number: '+13035560210', last_text: 'Text 210' });
    });

    it('shows the texts of a number only to the account that had it at the time', async () => {
      const [before, after] = [harness().account(), harness().account()];
      const phone = handset(1, 303);
      const number = '+13035550190';
      const { id } = await before.client.number.provision({ number });
      const stream = await open(before.keys.read);
      await send(before, phone, 'Your code is 1234', number);
      await before.client.number.release({ id });
      passQuarantine(harness());
      await after.client.number.provision({ number });
      const streamAfter = await open(after.keys.read);
      expect(await after.textsOn(phone)).toEqual([]);
      expect(await readHandsets(after)).toEqual([]);
      await send(after, phone, 'Your code is 5678', number);
      expect((await after.textsOn(phone)).map(({ text }) => text)).toEqual(['Your code is 5678']);
      expect(await readHandsets(after)).toMatchObject([{ number: phone }]);
      expect((await before.textsOn(phone)).map(({ text }) => text)).toEqual(['Your code is 1234']);
      await until('its own text is streamed', () => streamAfter.texts.length > 0);
      await send(before, phone, 'Mine again');
      await until('the text is streamed', () =>
        stream.texts.some(({ text }) => text === 'Mine again'),
      );
      expect(stream.texts.map(({ text }) => text)).toEqual(['Your code is 1234', 'Mine again']);
      expect(streamAfter.texts.map(({ text }) => text)).toEqual(['Your code is 5678']);
    });

    it('accepts texts only to numbers of the account', async () => {
      const [account, other] = [harness().account(), harness().account()];
      for (const to of [other.number, `${account.number}\0`, '\ud800', 12, undefined]) {
        const response = await fetch(
          `${harness().url}/simulator/handsets/${encodeURIComponent(handset(2, 303))}/texts`,
          {
            method: 'POST',
            headers: { ...authorization(account.keys.admin), 'content-type': 'application/json' },
            body: JSON.stringify({ to, text: 'Hi' }),
          },
        );
        expect(response.status).toBe(422);
        expect(await response.json()).toMatchObject({ errors: [{ pointer: '/to' }] });
      }
    });

    it('sends a picture, which the received message links to', async () => {
      const account = harness().account();
      const phone = handset(4, 303);
      const type = (body: object) =>
        fetch(`${harness().url}/simulator/handsets/${encodeURIComponent(phone)}/texts`, {
          method: 'POST',
          headers: { ...authorization(account.keys.admin), 'content-type': 'application/json' },
          body: JSON.stringify({ to: account.number, ...body }),
        });
      const octets = Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        Buffer.alloc(600_000),
      ]);
      const picture = `data:image/png;base64,${octets.toString('base64')}`;
      expect((await type({ text: '', media_urls: [picture] })).status).toBe(202);
      const message = await until('the message is there', async () => {
        const { data } = await account.client.message.list({ direction: 'inbound' });
        return data[0];
      });
      expect(message).toMatchObject({
        text: '',
        media: [{ content_type: 'image/png', size: octets.length }],
      });
      const link = new URL(message.media[0]!.url);
      const response = await fetch(harness().url + link.pathname + link.search);
      expect(Buffer.from(await response.arrayBuffer()).equals(octets)).toBe(true);
      for (const urls of [
        'data:',
        ['ftp://a'],
        [1],
        Array.from({ length: 11 }, () => picture.slice(0, 40)),
      ]) {
        const refused = await type({ text: 'Hi', media_urls: urls });
        expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/media_urls' }] });
      }
      expect((await type({ text: '' })).status).toBe(422);
    });

    it('is no longer streamed to a revoked key', async () => {
      const account = harness().account();
      const { id, key } = await account.client.key.create({ name: 'Page', scope: 'read' });
      const stream = await open(key);
      const other = await open(account.keys.read);
      await account.client.key.revoke({ id });
      await until('the stream has ended', () => stream.hasEnded());
      await send(account, handset(3, 303), 'After the key');
      await until('the other stream shows it', () => other.texts.length === 1);
      expect(stream.texts).toEqual([]);
    });

    it('does not stream the response to a HEAD request, which has no body', async () => {
      const { status } = await fetch(`${harness().url}/simulator/stream`, {
        method: 'HEAD',
        headers: authorization(harness().account().keys.read),
        signal: AbortSignal.timeout(5_000),
      });
      expect([404, 405]).toContain(status);
    });

    it('has a limit of simultaneous streams per account', async () => {
      const [account, other] = [harness().account(), harness().account()];
      const all = await Promise.all(
        Array.from({ length: limits.handsetStreams }, () => open(account.keys.read)),
      );
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
      expect((await open(account.keys.admin)).status).toBe(429);
      expect((await open(other.keys.read)).status).toBe(200);
      await all[0]!.close();
      await until(
        'a stream is free again',
        async () => (await open(account.keys.read)).status === 200,
      );
      expect((await open(account.keys.read)).status).toBe(429);
    });
  });
}

interface Stream {
  readonly status: number;
  /** Lists the texts that have arrived. */
  readonly texts: readonly HandsetText[];
  /** Returns whether the service has ended the stream. */
  readonly hasEnded: () => boolean;
  readonly close: () => Promise<void>;
}

async function openStream(url: string, key: string): Promise<Stream> {
  const closing = new AbortController();
  const response = await fetch(`${url}/simulator/stream`, {
    headers: authorization(key),
    signal: closing.signal,
  });
  const texts: HandsetText[] = [];
  let hasEnded = false;
  const reading = (async () => {
    let unread = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (unread + chunk).split('\n\n');
      unread = events.pop()!;
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) texts.push(JSON.parse(data) as HandsetText);
      }
    }
    hasEnded = true;
  })().catch(() => undefined);
  return {
    status: response.status,
    texts,
    hasEnded: () => hasEnded,
    close: async () => {
      closing.abort();
      await reading;
    },
  };
}
