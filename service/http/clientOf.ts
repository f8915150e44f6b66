import { isIPv6 } from 'node:net';

/**
 * Whom requests from an address count for: the address itself, or of IPv6 the network of 64 bits that
 * it is in, because one machine has all addresses of such a network.
 */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head, tail] = address.split('%')[0]!.split('::').map(groupsOf);
  const all =
    tail === undefined
      ? head!
      : [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail];
  const network = all.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The last two groups may be written as an IPv4 address. */
const groupsOf = (part: string): string[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
