import { isIPv4, isIPv6 } from 'node:net';

const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/;

/**
 * Returns the IP address in a text that comes from a socket, from gRPC or from X-Forwarded-For. The result has no
 * brackets, port or zone. Each address has only one spelling, so that a caller cannot get several limits by different
 * spellings. An IPv4-mapped IPv6 address becomes its IPv4 address. Returns a text without an address unchanged.
 */
export function bareAddress(text: string): string {
  const [, bracketed, fourWithPort] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? fourWithPort ?? text).split('%');
  if (!isIPv6(address)) {
    return isIPv4(address) ? address : text;
  }
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, dotted, high, low] = mapped.exec(canonical) ?? [];
  if (high !== undefined && low !== undefined) {
    const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
    return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
  }
  return dotted ?? canonical;
}

/**
 * Returns the network that counts as one caller: a single IPv4 address, or the /64 network of an IPv6 address.
 * @param text an address in a form that bareAddress reads.
 */
export function networkOf(text: string): string {
  const bare = bareAddress(text);
  if (!isIPv6(bare)) {
    return bare;
  }
  const [head = '', tail = ''] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = bare.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')].slice(0, 4).join(':');
}
