import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  guardedLookup,
  addressRefusal,
  urlRefusal,
} from '../../../service/webhooks/delivery/addressGuard.ts';
import {
  createResolveHost,
  type ResolveHost,
} from '../../../service/webhooks/delivery/resolveHost.ts';
import { createPost } from '../../../service/webhooks/delivery/post.ts';
import { openNameServer, type NameServer } from '../harness/nameServer.ts';
import { openReceiver, type Hook, type Receiver } from '../harness/receiver.ts';

/** Lists the first and the last address of each network that is unreachable from outside. */
const privateNets = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
].flat();

describe('the URL of a webhook', () => {
  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '192.0.0.192',
    '168.63.129.16',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::169.254.169.254',
    '::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2002:5db8:d822::1',
    '2001:0:5db8:d822::1',
    '64:ff9b:1::a9fe:a9fe',
  ])('can never be %s', (ip) => {
    expect(addressRefusal(ip, true)).toContain('never');
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
    '::127.0.0.1',
    'fec0::1',
    '4000::1',
  ])('can be %s only if private addresses are allowed', (ip) => {
    expect(addressRefusal(ip, false)).toContain('private');
    expect(addressRefusal(ip, true)).toBeUndefined();
  });

  it.each(privateNets.flatMap((ip) => [ip, `::ffff:${ip}`, `64:ff9b::${ip}`, `::${ip}`]))(
    'can be %s, at the edge of a private network, only if private addresses are allowed',
    (ip) => {
      expect(addressRefusal(ip, false)).toBeDefined();
    },
  );

  it.each(privateNets)(
    'can be %s, at the edge of a private network, if private addresses are allowed',
    (ip) => {
      expect(addressRefusal(ip, true)).toBeUndefined();
    },
  );

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
  ])('can be %s, next to a private network', (ip) => {
    expect(addressRefusal(ip, false)).toBeUndefined();
  });

  it.each(['93.184.216.34', '172.32.0.1', '223.255.255.255', '2606:4700::1111', '2001:4860::8888'])(
    'can be %s',
    (ip) => {
      expect(addressRefusal(ip, false)).toBeUndefined();
    },
  );

  it.each([
    'http://example.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://127.1/',
    'https://[::1]/',
    'https://0/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b:1::1]/',
    'https://[fec0::1]/',
    'https://240.0.0.1/',
    'https://168.63.129.16/',
  ])('cannot be %s if private addresses are not allowed', (url) => {
    expect(urlRefusal(url, false)).toBeDefined();
  });

  describe('is checked when the connection opens, so the service', () => {
    let receiver: Receiver;
    let hook: Hook;
    let names: NameServer;
    let resolveHost: ResolveHost;
    const addresses: Record<string, readonly string[]> = {
      'home.example.com': ['127.0.0.1'],
      'cloud.example.com': ['169.254.169.254'],
      'private-second.example.com': ['93.184.216.34', '127.0.0.1'],
      'private-third.example.com': ['93.184.216.34', '93.184.216.35', '10.0.0.1'],
      'private-six.example.com': ['93.184.216.34', '::1'],
      'cloud-second.example.com': ['127.0.0.1', '169.254.169.254'],
    };
    beforeAll(async () => {
      receiver = await openReceiver();
      hook = receiver.hook();
      names = await openNameServer({ addresses, ttl: 0 });
      resolveHost = createResolveHost({ servers: [names.address] });
    });
    afterAll(async () => {
      await receiver.close();
      await names.close();
    });

    const posted = async (origin: string, allowPrivate: boolean) => {
      const { port, pathname } = new URL(hook.url);
      const { post, close } = createPost(allowPrivate, resolveHost);
      const response = await post(`${origin}:${port}${pathname}`, {}, '{}');
      close();
      return response;
    };

    it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', 'home.example.com'])(
      'does not reach %s if private addresses are not allowed',
      async (host) => {
        const { error, status } = await posted(`https://${host}`, false);
        expect({ error, status }).toEqual({
          status: null,
          error: expect.stringContaining('private'),
        });
        expect(hook.deliveries).toEqual([]);
      },
    );

    it('does not use plain HTTP if private addresses are not allowed', async () => {
      const { error } = await posted('http://home.example.com', false);
      expect(error).toBe('The URL must start with https://');
    });

    it('never reaches the metadata address of a cloud', async () => {
      const { error } = await posted('http://cloud.example.com', true);
      expect(error).toContain('never');
    });

    it.each(['private-second', 'private-third', 'private-six'])(
      'does not reach %s.example.com, which has a private address among several',
      async (host) => {
        const { error, status } = await posted(`https://${host}.example.com`, false);
        expect(status).toBeNull();
        expect(error).toContain('private');
      },
    );

    it('does not reach a name that has a cloud metadata address among its addresses', async () => {
      const { error } = await posted('http://cloud-second.example.com', true);
      expect(error).toContain('never');
      expect(hook.deliveries).toEqual([]);
    });

    it('rejects a name after it moves into a private network', async () => {
      const lookup = guardedLookup(false, resolveHost);
      const found = () =>
        new Promise((done) =>
          lookup('moves.example.com', { all: true }, (error, addresses) =>
            done(error?.message ?? addresses),
          ),
        );
      addresses['moves.example.com'] = ['93.184.216.34'];
      expect(await found()).toEqual([{ address: '93.184.216.34', family: 4 }]);
      addresses['moves.example.com'] = ['192.168.0.1'];
      expect(await found()).toContain('private');
    });

    it.each(['127.0.0.1', 'home.example.com'])(
      'reaches %s if private addresses are allowed',
      async (host) => {
        expect(await posted(`http://${host}`, true)).toMatchObject({
          status: 200,
          text: 'OK',
          error: null,
        });
      },
    );
  });
});

describe('a delivery', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  it('gives a receiver 15 seconds to respond', async () => {
    const hook = receiver.hook();
    hook.response = () => undefined;
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    timeout.mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
    const { post, close } = createPost(true);
    expect(await post(hook.url, {}, '{}')).toMatchObject({
      status: null,
      error: 'No response within 15 seconds',
    });
    expect(timeout).toHaveBeenCalledWith(15_000);
    timeout.mockRestore();
    close();
  });

  it('does not wait for slow deliveries to the same host', async () => {
    const [slow, quick] = [receiver.hook(), receiver.hook()];
    slow.response = () => undefined;
    const { post, close } = createPost(true);
    const waiting = Array.from({ length: 100 }, () => post(slow.url, {}, '{}'));
    expect(await post(quick.url, {}, '{}')).toMatchObject({ status: 200 });
    close();
    await Promise.all(waiting);
  });
});
