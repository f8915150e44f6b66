import { isIPv6 } from 'node:net';

/** Returns an address without the port of the client, which some proxies add to it. */
export const withoutPort = (address: string): string =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');

/**
 * Returns the client that requests from an address count for: the IPv4 address, or the /64 network
 * of an IPv6 address, because one machine has all addresses of the network.
 */
export function clientAddress(written: string): string {
  const address = withoutPort(written);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head, tail] = address.split('%')[0]!.split('::').map(parseGroups);
  const all =
    tail === undefined
      ? head!
      : [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail];
  const network = all.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The last two groups can be in the form of an IPv4 address. */
const parseGroups = (part: string): string[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
