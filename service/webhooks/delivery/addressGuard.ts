import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { ResolveHost } from './resolveHost.ts';

const blockList = (...subnets: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [net, prefix] of subnets) {
    if (net.includes(':')) list.addSubnet(net, prefix, 'ipv6');
    else {
      list.addSubnet(net, prefix, 'ipv4');
      // The same addresses through NAT64, and in the deprecated IPv4-compatible form.
      list.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6');
      list.addSubnet(`::${net}`, 96 + prefix, 'ipv6');
    }
  }
  return list;
};

/**
 * Addresses of cloud metadata services, which return credentials, and addresses that no receiver
 * can have.
 */
const forbidden = blockList(
  ['169.254.0.0', 16],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['ff00::', 8],
  // Teredo, 6to4, and local NAT64 lead to an embedded IPv4 address, which this code does not check.
  ['2001::', 32],
  ['2002::', 16],
  ['64:ff9b:1::', 48],
);
/** Addresses of this machine and of the networks behind a router. */
const privateNets = blockList(
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
);
/** The IPv6 addresses that are reachable from everywhere. */
const publicIpv6 = blockList(['2000::', 3]);

/** Returns why the service must not deliver to an IP address, or undefined if it may. */
export function addressRefusal(ip: string, allowPrivate: boolean): string | undefined {
  const plain = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip;
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (forbidden.check(plain, family))
    return 'The address is link-local or reserved, so the service never delivers to it';
  const isPrivate =
    privateNets.check(plain, family) || (family === 'ipv6' && !publicIpv6.check(plain, family));
  if (!allowPrivate && isPrivate) {
    return 'The address is in a private network; set ALLOW_PRIVATE_WEBHOOKS=true to allow that';
  }
  return undefined;
}

/** Returns why nobody can subscribe a URL, judged by the URL alone, without a DNS lookup. */
export function urlRefusal(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'The URL is not valid';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'The URL must start with https:// or http://';
  if (url.protocol === 'http:' && !allowPrivate) return 'The URL must start with https://';
  if (url.username || url.password) return 'The URL must not contain a user name or password';
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host)) return addressRefusal(host, allowPrivate);
  return host === 'localhost' || host.endsWith('.localhost')
    ? addressRefusal('127.0.0.1', allowPrivate)
    : undefined;
}

export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * Creates a name lookup for sockets that refuses the same addresses. It runs when a socket
 * connects, so that a name cannot point elsewhere between the check and the connection. One refused
 * address refuses the name, because the socket may choose any of its addresses.
 */
export const guardedLookup =
  (allowPrivate: boolean, resolveHost: ResolveHost) =>
  (
    hostname: string,
    { all }: LookupOptions,
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolveHost(hostname).then(
      (addresses) => {
        const refusal = addresses
          .map(({ address }) => addressRefusal(address, allowPrivate))
          .find(Boolean);
        if (refusal) callback(new AddressRefusedError(refusal), []);
        else if (all) callback(null, [...addresses]);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: unknown) => callback(error as Error, []),
    );
  };
