import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusalOfAddress, refusalOfUrl } from '../../service/delivery/address.ts';
import { createPost } from '../../service/delivery/post.ts';
import { openReceiver, type Hook, type Receiver } from './receiver.ts';

describe('the address of a webhook', () => {
  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'fd00:ec2::254',
    '224.0.0.1',
    '255.255.255.255',
  ])('is never %s', (ip) => {
    expect(refusalOfAddress(ip, true)).toContain('never');
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:7f00:1',
    'fc00::1',
    '64:ff9b::a00:1',
  ])('is %s only where private ones are allowed', (ip) => {
    expect(refusalOfAddress(ip, false)).toContain('private');
    expect(refusalOfAddress(ip, true)).toBeUndefined();
  });

  it.each(['93.184.216.34', '172.32.0.1', '2606:4700::1111'])('may be %s', (ip) => {
    expect(refusalOfAddress(ip, false)).toBeUndefined();
  });

  it.each([
    'http://example.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://127.1/',
    'https://[::1]/',
    'https://0/',
  ])('is not %s where private ones are not allowed', (url) => {
    expect(refusalOfUrl(url, false)).toBeDefined();
  });

  describe('is looked up when the connection is made, so that', () => {
    let receiver: Receiver;
    let hook: Hook;
    beforeAll(async () => {
      receiver = await openReceiver();
      hook = receiver.hook();
    });
    afterAll(() => receiver.close());

    it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])(
      '%s is not reached where private ones are not allowed',
      async (host) => {
        const { post, close } = createPost(false);
        const answer = await post(hook.url.replace('127.0.0.1', host), {}, '{}');
        close();
        expect(answer).toMatchObject({ status: null, error: expect.stringContaining('private') });
        expect(hook.deliveries).toEqual([]);
      },
    );

    it('localhost is reached where they are', async () => {
      const { post, close } = createPost(true);
      const answer = await post(hook.url.replace('127.0.0.1', 'localhost'), {}, '{}');
      close();
      expect(answer).toMatchObject({ status: 200, text: 'OK', error: null });
    });
  });
});
