/** A block of IP addresses to which callers must not make the service connect, and the reason. */
export type AddressBlock = { readonly cidr: string; readonly why: string };

/**
 * IPv4 blocks that are not public internet: the IANA special-purpose registry including its anycast services,
 * multicast, and one address of a cloud platform that looks public. All other known metadata addresses of clouds are
 * inside these blocks.
 */
export const forbiddenIpv4: readonly AddressBlock[] = [
  { cidr: '0.0.0.0/8', why: 'this network (RFC 1122)' },
  { cidr: '10.0.0.0/8', why: 'private use (RFC 1918)' },
  { cidr: '100.64.0.0/10', why: 'carrier-grade NAT (RFC 6598), and a metadata address at 100.100.100.200' },
  { cidr: '127.0.0.0/8', why: 'loopback (RFC 1122)' },
  { cidr: '168.63.129.16/32', why: "Azure's platform address" },
  { cidr: '169.254.0.0/16', why: 'link local (RFC 3927), and metadata addresses of most clouds' },
  { cidr: '172.16.0.0/12', why: 'private use (RFC 1918)' },
  { cidr: '192.0.0.0/24', why: 'protocol assignments (RFC 6890), and a metadata address at 192.0.0.192' },
  { cidr: '192.0.2.0/24', why: 'documentation (RFC 5737)' },
  { cidr: '192.31.196.0/24', why: 'AS112 (RFC 7535)' },
  { cidr: '192.52.193.0/24', why: 'AMT (RFC 7450)' },
  { cidr: '192.88.99.0/24', why: '6to4 relays (RFC 7526)' },
  { cidr: '192.168.0.0/16', why: 'private use (RFC 1918)' },
  { cidr: '192.175.48.0/24', why: 'AS112 (RFC 7534)' },
  { cidr: '198.18.0.0/15', why: 'benchmarking (RFC 2544)' },
  { cidr: '198.51.100.0/24', why: 'documentation (RFC 5737)' },
  { cidr: '203.0.113.0/24', why: 'documentation (RFC 5737)' },
  { cidr: '224.0.0.0/4', why: 'multicast (RFC 5771)' },
  { cidr: '240.0.0.0/4', why: 'reserved and broadcast (RFC 1112)' },
];

/**
 * The only IPv6 block in which unicast addresses are assigned. Because only this block is allowed, all others are
 * refused. They include loopback, unique local and link-local addresses, translated IPv4 addresses, and any block
 * reserved in future.
 */
export const publicIpv6 = '2000::/3';

/** Blocks inside `publicIpv6` that are not public internet. */
export const forbiddenIpv6: readonly AddressBlock[] = [
  { cidr: '2001::/23', why: 'protocol assignments (RFC 2928): Teredo, benchmarking, ORCHID, AMT, AS112' },
  { cidr: '2001:db8::/32', why: 'documentation (RFC 3849)' },
  { cidr: '2002::/16', why: '6to4 (RFC 3056): an IPv4 address in disguise' },
  { cidr: '2620:4f:8000::/48', why: 'AS112 (RFC 7534)' },
  { cidr: '3fff::/20', why: 'documentation (RFC 9637)' },
];
