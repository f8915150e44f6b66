import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Finds the addresses of a host's name; there is always at least one. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

export class LookUpError extends Error {
  override readonly name = 'LookUpError';
}

export interface LookUpOptions {
  /** DNS servers, such as `127.0.0.1:53`; those of the machine if left out. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Where the machine keeps the domains that complete a short name. */
  readonly resolvFile?: string;
}

interface Found {
  readonly addresses: readonly LookupAddress[];
  readonly keepMs: number;
}

/** How long a server may take to answer the first question; the second one may take twice as long. */
const timeoutMs = 2_000;
/** A look-up that takes longer ends, however many servers and domains are left to ask. */
const longestMs = 8_000;
/** However long the owner of a name lets others keep its addresses, they may change sooner. */
const longestKeptMs = 60_000;
const hostsKeptMs = 5_000;
/** Shorter than the first retry of a delivery, so that the retry asks anew. */
const failureKeptMs = 3_000;
const mostKept = 1_000;

/**
 * Looks names up without `dns.lookup`, which has a few threads for the whole process: with those, four
 * names whose servers never answer stop all look-ups. Each look-up here has its own sockets and its
 * own end, and those for one name that come together share one.
 */
export function createLookUp({
  servers,
  hostsFile = '/etc/hosts',
  resolvFile = '/etc/resolv.conf',
}: LookUpOptions = {}): LookUp {
  const kept = new Map<string, { readonly found: Promise<Found>; until: number }>();

  const find = async (name: string): Promise<Found> => {
    const written = inHosts(read(hostsFile), name);
    if (written.length > 0) return { addresses: written, keepMs: hostsKeptMs };
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), longestMs);
    try {
      return await askFor(namesToAsk(name, read(resolvFile)), resolver);
    } finally {
      clearTimeout(deadline);
    }
  };

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    const known = kept.get(name);
    if (known && performance.now() < known.until) return (await known.found).addresses;
    const entry = { found: find(name), until: Infinity };
    kept.delete(name);
    kept.set(name, entry);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    let keepMs = failureKeptMs;
    try {
      const found = await entry.found;
      keepMs = found.keepMs;
      return found.addresses;
    } finally {
      entry.until = performance.now() + keepMs;
    }
  };
}

/** Asks for the names in turn until one of them exists. */
async function askFor(names: readonly string[], resolver: Resolver): Promise<Found> {
  for (const name of names) {
    const answers = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0)
      return {
        addresses: found.map(({ address }) => ({ address, family: isIP(address) })),
        keepMs: Math.min(longestKeptMs, ...found.map(({ ttl }) => ttl * 1_000)),
      };
    if (!answers.every((answer) => answer.status === 'rejected' && isUnknown(answer.reason)))
      throw new LookUpError('The name of the host could not be looked up');
  }
  throw new LookUpError('The name of the host is not known');
}

const isUnknown = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The addresses that a file like `/etc/hosts` gives a name. */
const inHosts = (text: string, name: string): LookupAddress[] =>
  linesOf(text).flatMap(([address = '', ...names]) => {
    const family = address.includes('%') ? 0 : isIP(address);
    return family !== 0 && names.some((one) => one.toLowerCase() === name)
      ? [{ address, family }]
      : [];
  });

/** A name and its completions by the search domains of a file like `/etc/resolv.conf`, in the order to ask. */
function namesToAsk(name: string, text: string): string[] {
  const lines = linesOf(text);
  const last = (keyword: string) => lines.findLast(([first]) => first === keyword)?.slice(1);
  const domains = last('search') ?? last('domain') ?? [];
  const leastDots = Number(/^ndots:(\d+)$/m.exec((last('options') ?? []).join('\n'))?.[1] ?? 1);
  const completed = domains.map((domain) => `${name}.${domain}`);
  return name.split('.').length > leastDots ? [name, ...completed] : [...completed, name];
}

const linesOf = (text: string): string[][] =>
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
    // Not every system has the file; without it there is nothing written in it.
    return '';
  }
}
