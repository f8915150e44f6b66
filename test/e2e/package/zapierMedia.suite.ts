import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { textOnlySender } from '../../service/harness/textOnly.ts';
import { until } from '../../service/harness/until.ts';
import { create, failure, said, sender, service, turnOn } from './zapierApp.ts';

const menu = 'https://example.com/menu.jpg';

/** Tests the pictures that a Zap gets and sends. */
export function describeMedia(): void {
  describe('an MMS', () => {
    it.each([
      ['with a text', '+12025550181', 'Our menu'],
      ['without a text', '+12025550182', ''],
    ])('%s arrives with its media', async (_title, to, text) => {
      const map = 'https://example.com/map.png';
      const sent = await create('send_message', { to, text, media_urls: [menu, '', ` ${map} `] });
      expect(sent).toMatchObject({
        status: 'queued',
        text,
        segments: 1,
        media: [{ url: menu }, { url: map }],
      });
      const [arrived] = await until('it arrives', async () => {
        const texts = await service.textsOn(to);
        return texts.length > 0 && texts;
      });
      expect(arrived).toMatchObject({ text, media: [{ url: menu }, { url: map }] });
    });

    it.each([
      ['with a text', '+12025550183', 'Is this mine?'],
      ['without a text', '+12025550184', ''],
    ])('%s starts a Zap with the address, type and size of its files', async (...one) => {
      const [, from, text] = one;
      const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(999)]);
      const zap = await turnOn('incoming_sms', { from });
      await service.textFrom(from, sender, text, [
        `data:image/png;base64,${picture.toString('base64')}`,
      ]);
      const items = await zap.receive(await until('a delivery arrives', () => zap.deliveries()[0]));
      expect(items).toMatchObject([
        {
          from,
          text,
          media: [{ url: expect.any(String), content_type: 'image/png', size: picture.length }],
        },
      ]);
      expect(await zap.list()).toEqual(items);
      // Zapier fetches a file without the connection when a step stores it in another app.
      const [file] = items[0]!.media as [{ url: string }];
      const opened = await fetch(file.url);
      expect(opened.headers.get('content-disposition')).toMatch(/filename="med_\w+\.png"/);
      expect(Buffer.from(await opened.arrayBuffer()).equals(picture)).toBe(true);
      await zap.turnOff();
    });

    it('from a number whose carrier sends no media fails with the remedy, and sends nothing', async () => {
      const { id } = await service.client.number.provision({ number: textOnlySender });
      const error = await failure(
        create('send_message', {
          to: '+12025550185',
          from: textOnlySender,
          text: 'Our menu',
          media_urls: [menu],
        }),
      );
      expect(error.name).toBe('AppError');
      expect(said(error)).toBe(
        'No carrier can send media from this sender to this recipient. Clear the field Media URLs, or choose another sender in the field From.',
      );
      expect((await service.client.message.list({ from: textOnlySender })).data).toEqual([]);
      await service.client.number.release({ id });
    });

    it('with a URL that no provider can open fails, and names the field', async () => {
      const step = { to: '+12025550186', text: 'Our menu', media_urls: [menu, 'menu.jpg'] };
      expect(said(await failure(create('send_message', step)))).toMatch(/^Media URLs /);
      expect(await service.textsOn(step.to)).toEqual([]);
    });
  });
}
