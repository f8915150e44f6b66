import { beforeAll, describe, expect, it } from '@jest/globals';
import type { contract, Input } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';

type NewMessage = Input<(typeof contract)['message']['send']>;

const [menu, map] = ['https://example.com/menu.jpg', 'https://example.com/map.png'];
const shown = (url: string) => ({ url, content_type: null, size: null });

/** Tests messages with media on simulated handsets. */
export function describeMedia(harness: () => Harness): void {
  describe('a message with media', () => {
    const to = handset(0, 332);
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const send = (change: Partial<NewMessage>) => account.client.message.send({ to, ...change });

    it('arrives with its media, in order', async () => {
      const sent = await send({ text: 'Our menu', media_urls: [menu, map] });
      expect(sent).toMatchObject({ text: 'Our menu', media: [shown(menu), shown(map)] });
      const message = await account.reaches(sent.id, 'delivered');
      expect(message.media).toEqual(sent.media);
      expect((await account.textsOn(to)).at(-1)).toMatchObject({
        text: 'Our menu',
        media: [{ url: menu }, { url: map }],
      });
      const events = await account.eventsOf(sent.id);
      expect(events.map(({ data }) => data.media)).toEqual([sent.media, sent.media]);
    });

    it('needs no text', async () => {
      const sent = await send({ media_urls: [menu] });
      expect(sent).toMatchObject({ text: '', encoding: 'gsm7', segments: 1 });
      await account.reaches(sent.id, 'delivered');
      expect((await account.textsOn(to)).at(-1)).toMatchObject({
        text: '',
        media: [{ url: menu }],
      });
    });

    it('counts as one segment, however long its text is', async () => {
      const text = 'ш'.repeat(1600);
      await expect(send({ text })).rejects.toMatchObject({ code: 'validation_failed' });
      const input = { to, text, media_urls: [menu] };
      expect(await send(input)).toMatchObject({ encoding: 'ucs2', segments: 1 });
      expect(await account.client.message.preview(input)).toMatchObject({
        would_send: true,
        segments: 1,
      });
    });

    it('is the only kind that lists media', async () => {
      const { id } = await send({ text: 'Hi' });
      expect((await account.client.message.get({ id })).media).toEqual([]);
    });

    it('is refused in a preview, alone and in a batch, with the place of the wrong URL', async () => {
      const wrong = { to, text: 'Hi', media_urls: [menu, 'https://user:secret@example.com/'] };
      const problem = {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/media_urls/1',
            code: 'invalid_url',
            detail: 'cannot be used, because the URL must not contain a user name or password',
          },
        ],
      };
      const { body } = await account.json('POST', '/messages', wrong);
      expect(body).toMatchObject(problem);
      expect(await account.client.message.preview(wrong)).toMatchObject({
        would_send: false,
        problem,
      });
      const { results } = await account.client.message.sendBatch({
        messages: [wrong, { to, media_urls: [map] }],
      });
      expect(results).toMatchObject([
        { status: 422, problem },
        { status: 202, message: { media: [shown(map)] } },
      ]);
    });

    it('is another message than the one without media', async () => {
      const idempotencyKey = 'one-picture';
      const sendAgain = (media_urls: string[]) =>
        account.client.message.send({ to, text: 'Hi', media_urls }, { idempotencyKey });
      const { id } = await sendAgain([menu]);
      expect((await sendAgain([menu])).id).toBe(id);
      await expect(sendAgain([map])).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    });
  });
}
