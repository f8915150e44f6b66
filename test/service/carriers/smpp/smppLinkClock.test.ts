import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLink, type Link } from '../../../../service/carriers/smpp/link/link.ts';
import { openSmsc, type Smsc } from './smsc.ts';
import { until } from '../../harness/until.ts';

let smsc: Smsc;
let link: Link;
beforeEach(async () => {
  smsc = await openSmsc();
  link = createLink(
    {
      host: '127.0.0.1',
      port: smsc.port,
      tls: false,
      systemId: 'textloom',
      password: '',
      systemType: '',
      window: 10,
      throughput: undefined,
      enquireLinkSeconds: 30,
      responseTimeoutSeconds: 60,
    },
    { onRequest: () => undefined, onCapacity: () => undefined, onError: () => undefined },
  );
  link.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await link.stop(() => false);
  await smsc.close();
});

it('a link has the same capacity after the clock is set back', async () => {
  await until('the link is up', () => link.capacity() > 0);
  const before = link.capacity();
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() - 3 * 3_600_000);
  expect(link.capacity()).toBe(before);
});
