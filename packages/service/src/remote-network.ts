import { isIPv4, isIPv6 } from 'node:net';

const mappedPrefix = '::ffff:';

/** Returns the network that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  const bare = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  if (isIPv4(bare) || !isIPv6(bare)) {
    return bare;
  }
  const [head = '', tail = ''] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = bare.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')].slice(0, 4).join(':');
}
