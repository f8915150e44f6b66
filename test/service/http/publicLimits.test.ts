import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

let harness: Harness;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await harness.close();
});

describe('a client without a key that sends too many requests', () => {
  it('gets 429 for unknown paths, the console and open pages', async () => {
    harness = await openHarness(openFolder, { RATE_LIMIT: '1', RATE_LIMIT_BURST: '2' });
    for (const path of ['/nothing', '/console/', '/console/nothing', '/', '/ready', '/docs']) {
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => fetch(harness.url + path, { redirect: 'manual' })),
      );
      const statuses = responses.map(({ status }) => status);
      expect([path, statuses.includes(429)]).toEqual([path, true]);
      for (const response of responses)
        if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
    }
  });
});

describe('connections', () => {
  const open = async (): Promise<Socket> => {
    const { hostname, port } = new URL(harness.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const openMany = async (many: number) => {
    const all = [];
    for (let at = 0; at < many; at++) all.push(await open());
    return all;
  };
  const closed = (all: readonly Socket[]) =>
    all.filter((socket) => socket.destroyed || socket.closed).length;

  it('from one address are closed beyond the limit, and new ones open once some are closed', async () => {
    harness = await openHarness(openFolder, { CONNECTION_LIMIT: '5' });
    const all = await openMany(8);
    for (const socket of all) socket.resume();
    await until('the last connections are closed', () => closed(all) === 3);
    expect(all.slice(0, 5).every((socket) => !socket.destroyed)).toBe(true);
    for (const socket of all) socket.destroy();
    await until('a connection is free again', async () => {
      const response = await fetch(`${harness.url}/v1/health`).catch(() => undefined);
      return response?.status === 200;
    });
  });

  it('of a proxy are not limited', async () => {
    harness = await openHarness(openFolder, { CONNECTION_LIMIT: '5', TRUST_PROXY: 'true' });
    const all = await openMany(8);
    for (const socket of all) socket.resume();
    expect((await fetch(`${harness.url}/v1/health`)).status).toBe(200);
    expect(closed(all)).toBe(0);
  });
});
