import { describe, expect, it } from '@jest/globals';
import type { Context } from '../../../service/core/context.ts';
import { requireMedia } from '../../../service/messages/checks/requireMedia.ts';

const require = (media_urls: string[] | undefined, allowPrivateWebhooks = false) =>
  requireMedia({ context: { allowPrivateWebhooks } as Context }, { media_urls });

describe('the media of a new message', () => {
  it('keep their order', () => {
    const urls = ['https://example.com/b.jpg', 'https://example.com/a.jpg'];
    expect(require(urls)).toEqual(urls.map((url) => ({ url })));
    expect(require(undefined)).toBeNull();
  });

  it.each([
    ['http://example.com/a.jpg', 'must start with https://'],
    ['https://10.0.0.1/a.jpg', 'is in a private network'],
    ['https://localhost/a.jpg', 'is in a private network'],
    ['https://[::1]/a.jpg', 'is in a private network'],
  ])('are where a provider can fetch them, which %s is not', (url, reason) => {
    const error = expect.objectContaining({
      code: 'validation_failed',
      fieldErrors: [
        {
          pointer: '/media_urls/1',
          code: 'invalid_url',
          detail: expect.stringMatching(new RegExp(`^cannot be used, because the .*${reason}`)),
        },
      ],
    });
    expect(() => require(['https://example.com/a.jpg', url])).toThrow(error);
    expect(require([url], true)).toEqual([{ url }]);
  });

  it('are never at an address with credentials of the machine', () => {
    expect(() => require(['http://169.254.169.254/latest'], true)).toThrow();
  });
});
