import { getDomain } from 'tldts';
import type { Address } from './addresses.ts';
import type { CheckedUrl } from './url.ts';

/**
 * Number of 16-bit groups in the prefix of an IPv6 address that identifies its /64 network. Such a network counts as
 * one destination.
 */
const ipv6NetworkGroups = 4;

/**
 * Returns the names of a request's destinations: `domain example.com` for the registrable domain of a host name, and
 * `address 203.0.113.7` for each address. An IPv6 address counts as its /64 network. The registrable domain follows the
 * Public Suffix List including its private section, so that customers of one hosting provider are different destinations.
 */
export function destinationsOf(url: Pick<CheckedUrl, 'hostname' | 'literal'>, addresses: readonly Address[]): string[] {
  const domain = getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname;
  const domains = url.literal === undefined ? [`domain ${domain}`] : [];
  return [...new Set([...domains, ...addresses.map((address) => `address ${networkOf(address)}`)])];
}

function networkOf({ family, text }: Address): string {
  if (family === 'ipv4') {
    return text;
  }
  const [head = '', tail] = text.split('::');
  const groups = (part: string | undefined): string[] => (part === undefined || part === '' ? [] : part.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const allGroups = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return `${allGroups.slice(0, ipv6NetworkGroups).join(':')}::/64`;
}
