import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { lookup } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResolveHost } from '../../../service/webhooks/delivery/resolveHost.ts';
import { openNameServer, type NameServer } from '../harness/nameServer.ts';

describe('the lookup of a name', () => {
  let server: NameServer;
  let folder: string;
  const file = (name: string) => join(folder, name);
  beforeAll(async () => {
    server = await openNameServer({
      silent: 'silent',
      failing: '.failing.test',
      addresses: {
        'both.example.com': ['203.0.113.7', '203.0.113.8', '2001:db8::7'],
        'six.example.com': ['2001:db8::8'],
        'inner.svc.cluster.local': ['10.1.2.3'],
      },
    });
    folder = await mkdtemp(join(tmpdir(), 'textloom-names-'));
    await writeFile(file('hosts'), '# ours\n10.0.0.5 Box box.lan # the box\n::5 box\n');
    await writeFile(file('broken'), 'search failing.test svc.cluster.local\noptions ndots:5\n');
    await writeFile(file('resolv'), 'search a.test svc.cluster.local\noptions ndots:2 edns0\n');
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const resolveHere = () =>
    createResolveHost({
      servers: [server.address],
      hostsFile: file('hosts'),
      resolvFile: file('none'),
    });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  /** Advances the clock by this much. */
  const ahead = (milliseconds: number) =>
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + milliseconds);
  const asked = (name: string) => server.questions.filter((one) => one === name).length;

  it('finds all addresses of both families', async () => {
    expect(await resolveHere()('both.example.com')).toEqual([
      { address: '203.0.113.7', family: 4 },
      { address: '203.0.113.8', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    expect(await resolveHere()('SIX.example.com.')).toEqual([
      { address: '2001:db8::8', family: 6 },
    ]);
  });

  it.each(['localhost', 'LocalHost.', 'a.localhost'])(
    'resolves %s to this machine without a query',
    async (name) => {
      const before = server.questions.length;
      expect(await resolveHere()(name)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
      expect(server.questions).toHaveLength(before);
    },
  );

  it('finds the names in the hosts file, however they are written', async () => {
    expect(await resolveHere()('box')).toEqual([
      { address: '10.0.0.5', family: 4 },
      { address: '::5', family: 6 },
    ]);
    expect(await resolveHere()('BOX.lan')).toEqual([{ address: '10.0.0.5', family: 4 }]);
    await expect(resolveHere()('ours')).rejects.toThrow('does not exist');
  });

  it('completes a short name with the search domains of the machine', async () => {
    const resolveHost = createResolveHost({
      servers: [server.address],
      hostsFile: file('hosts'),
      resolvFile: file('resolv'),
    });
    expect(await resolveHost('inner')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect(await resolveHost('both.example.com')).toHaveLength(3);
    expect(asked('both.example.com.a.test')).toBe(0);
  });

  it('finds a name although the servers of a search domain fail', async () => {
    const resolveHost = createResolveHost({
      servers: [server.address],
      hostsFile: file('hosts'),
      resolvFile: file('broken'),
    });
    expect(await resolveHost('inner')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect(await resolveHost('both.example.com')).toHaveLength(3);
    await expect(resolveHost('missing.example.com')).rejects.toThrow('could not be looked up');
  });

  it('reports that a name does not exist', async () => {
    await expect(resolveHere()('missing.example.com')).rejects.toThrow(
      'The hostname does not exist',
    );
  });

  it('asks once for simultaneous lookups of one name, and caches the answer', async () => {
    const resolveHost = resolveHere();
    const before = asked('both.example.com');
    await Promise.all(Array.from({ length: 50 }, () => resolveHost('both.example.com')));
    await resolveHost('Both.Example.com');
    // There is one query for each family.
    expect(asked('both.example.com') - before).toBe(2);
    ahead(60_001);
    await resolveHost('both.example.com');
    expect(asked('both.example.com') - before).toBe(4);
  });

  it('caches an answer no longer than its owner allows', async () => {
    const brief = await openNameServer({ addresses: { 'a.example.com': ['203.0.113.7'] }, ttl: 0 });
    const resolveHost = createResolveHost({ servers: [brief.address], resolvFile: file('none') });
    await resolveHost('a.example.com');
    await resolveHost('a.example.com');
    expect(brief.questions).toHaveLength(4);
    await brief.close();
  });

  it('caches a failure for a moment, and queries again before the first retry of a delivery', async () => {
    const resolveHost = resolveHere();
    const fails = () => expect(resolveHost('gone.example.com')).rejects.toThrow('does not exist');
    await fails();
    await fails();
    expect(asked('gone.example.com')).toBe(2);
    ahead(3_001);
    await fails();
    expect(asked('gone.example.com')).toBe(4);
  });

  it('times out if no server responds, and delays no other lookup', async () => {
    const resolveHost = resolveHere();
    const silent = Array.from({ length: 20 }, (_, at) => `silent-${at}.example.com`);
    const failures = Promise.allSettled(silent.map((name) => resolveHost(name)));
    const first = await Promise.race([
      failures.then(() => 'the silent names'),
      resolveHost('both.example.com').then(() => 'the name with an answer'),
    ]);
    expect(first).toBe('the name with an answer');
    // The lookups do not occupy the threads that the rest of the process shares either.
    const other = await Promise.race([
      failures.then(() => 'the silent names'),
      lookup('localhost').then(() => 'another part of the process'),
    ]);
    expect(other).toBe('another part of the process');
    for (const failure of await failures)
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: { message: 'The hostname could not be looked up' },
      });
  });
});
