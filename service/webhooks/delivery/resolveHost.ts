import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { minute } from '../../times/durations.ts';

/** Finds the addresses of a host name. Returns at least one. */
export type ResolveHost = (name: string) => Promise<readonly LookupAddress[]>;

export class ResolveError extends Error {
  override readonly name = 'ResolveError';
}

export interface ResolveOptions {
  /** DNS servers, such as `127.0.0.1:53`. Defaults to those of the machine. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** The file with the search domains of the machine. */
  readonly resolvFile?: string;
}

interface Found {
  readonly addresses: readonly LookupAddress[];
  readonly cacheMs: number;
}

/**
 * How long a server may take to respond to the first query. The second one may take twice as long.
 */
const timeoutMs = 2_000;
/** A lookup ends after this time, however many servers and domains are left to query. */
const maxLookupMs = 8_000;
/**
 * Limits the time to live of a name, because addresses may change sooner than its owner announces.
 */
const maxCacheMs = minute;
const hostsCacheMs = 5_000;
/**
 * Is shorter than the wait before the first retry of a delivery, so that the retry looks the name
 * up again.
 */
const failureCacheMs = 3_000;
const maxCached = 1_000;

/**
 * Looks up names without `dns.lookup`, which has only a few threads for the whole process: four
 * names whose servers never respond would block all lookups. Each lookup here has its own sockets
 * and its own time limit. Simultaneous lookups of one name share one query.
 */
export function createResolveHost({
  servers,
  hostsFile = '/etc/hosts',
  resolvFile = '/etc/resolv.conf',
}: ResolveOptions = {}): ResolveHost {
  const cache = new Map<string, { readonly found: Promise<Found>; until: number }>();

  const find = async (name: string): Promise<Found> => {
    const entries = findInHosts(read(hostsFile), name);
    if (entries.length > 0) return { addresses: entries, cacheMs: hostsCacheMs };
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), maxLookupMs);
    try {
      return await resolveFirst(namesToQuery(name, read(resolvFile)), resolver);
    } finally {
      clearTimeout(deadline);
    }
  };

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    const cached = cache.get(name);
    if (cached && performance.now() < cached.until) return (await cached.found).addresses;
    const entry = { found: find(name), until: Infinity };
    cache.delete(name);
    cache.set(name, entry);
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!);
    let cacheMs = failureCacheMs;
    try {
      const found = await entry.found;
      cacheMs = found.cacheMs;
      return found.addresses;
    } finally {
      entry.until = performance.now() + cacheMs;
    }
  };
}

/**
 * Queries the names in turn until one of them exists. A domain whose servers fail, such as a search
 * domain that is gone, does not hide the other names.
 */
async function resolveFirst(names: readonly string[], resolver: Resolver): Promise<Found> {
  const failed = new ResolveError('The hostname could not be looked up');
  let hasFailed = false;
  for (const name of names) {
    const results = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length > 0)
      return {
        addresses: found.map(({ address }) => ({ address, family: isIP(address) })),
        cacheMs: Math.min(maxCacheMs, ...found.map(({ ttl }) => ttl * 1_000)),
      };
    const codes = results.map((result) => result.status === 'rejected' && toCode(result.reason));
    if (codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA')) continue;
    if (!codes.includes('ESERVFAIL')) throw failed;
    hasFailed = true;
  }
  throw hasFailed ? failed : new ResolveError('The hostname does not exist');
}

const toCode = (error: unknown) => (error as NodeJS.ErrnoException).code;

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Returns the addresses of a name in a file like `/etc/hosts`. */
const findInHosts = (text: string, name: string): LookupAddress[] =>
  parseLines(text).flatMap(([address = '', ...names]) => {
    const family = address.includes('%') ? 0 : isIP(address);
    return family !== 0 && names.some((one) => one.toLowerCase() === name)
      ? [{ address, family }]
      : [];
  });

/**
 * Returns a name and its completions by the search domains of a file like `/etc/resolv.conf`, in
 * query order.
 */
function namesToQuery(name: string, text: string): string[] {
  const lines = parseLines(text);
  const last = (keyword: string) => lines.findLast(([first]) => first === keyword)?.slice(1);
  const domains = last('search') ?? last('domain') ?? [];
  const minDots = Number(/^ndots:(\d+)$/m.exec((last('options') ?? []).join('\n'))?.[1] ?? 1);
  const completed = domains.map((domain) => `${name}.${domain}`);
  return name.split('.').length > minDots ? [name, ...completed] : [...completed, name];
}

const parseLines = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter(Boolean),
  );

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not every system has the file, and a missing file counts as empty.
    return '';
  }
}
