import { BlockList, isIP } from 'node:net';
import { forbiddenIpv4, forbiddenIpv6, publicIpv6 } from './address-blocks.ts';

/** An IP address in normal form. An IPv4-mapped IPv6 address is stored as its IPv4 address. */
export type Address = { readonly family: 'ipv4' | 'ipv6'; readonly text: string };

/** Decides which addresses the egress may connect to. */
export type AddressPolicy = {
  /**
   * Returns whether the egress may connect to a port of an address. It may never connect to the deployment's own
   * addresses, even inside an allowed network.
   */
  readonly permits: (address: Address, port: number) => boolean;
};

const mappedIpv4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * Parses an IP address: dotted decimal without leading zeros, or IPv6 without brackets. Returns undefined for any other
 * text. An address with a zone (`fe80::1%eth0`) is refused, because a zone names an interface of this machine.
 */
export function parseAddress(text: string): Address | undefined {
  switch (text.includes('%') ? 0 : isIP(text)) {
    case 4:
      return { family: 'ipv4', text };
    case 6: {
      const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
      return unmapped(canonical) ?? { family: 'ipv6', text: canonical };
    }
    default:
      return undefined;
  }
}

/**
 * Returns the IPv4 address inside an IPv4-mapped IPv6 address (::ffff:0:0/96), because a connection to the mapped form
 * reaches the IPv4 address.
 */
function unmapped(canonical: string): Address | undefined {
  const match = mappedIpv4.exec(canonical);
  if (match === null) {
    return undefined;
  }
  const bytes = match.slice(1).flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 0xff]);
  return { family: 'ipv4', text: bytes.join('.') };
}

const forbidden = blockListOf([...forbiddenIpv4, ...forbiddenIpv6].map(({ cidr }) => cidr));
const assignedIpv6 = blockListOf([publicIpv6]);

/** Returns whether an address is public by the IANA registries of special-purpose addresses. */
export function isPublic(address: Address): boolean {
  const assigned = address.family === 'ipv4' || assignedIpv6.check(address.text, 'ipv6');
  return assigned && !forbidden.check(address.text, address.family);
}

// A connection to an unspecified address reaches this machine. So it stays forbidden even when an allowed network
// contains it.
const unspecified = new Set(['0.0.0.0', '::']);

/**
 * Creates the policy of one deployment. It permits public addresses and the allowed networks, except the deployment's
 * own addresses. Throws a RangeError that names the first invalid entry of either list.
 *
 * @param options.allow private networks that the egress may reach, as CIDR or as a single address.
 * @param options.ownAddresses addresses that lead back into the deployment; they take precedence over `allow`. A CIDR
 * or an address covers every port; `127.0.0.1:8080` and `[::1]:8080` cover one port.
 */
export function createAddressPolicy(options: {
  readonly allow: readonly string[];
  readonly ownAddresses: readonly string[];
}): AddressPolicy {
  const allowed = blockListOf(options.allow);
  const ownAddresses = options.ownAddresses.map(parseOwnAddress);
  return {
    permits: (address, port) => {
      const leadsBack = ownAddresses.some((entry) => entry.covers(address) && (entry.port ?? port) === port);
      const opened = allowed.check(address.text, address.family) && !unspecified.has(address.text);
      return !leadsBack && (opened || isPublic(address));
    },
  };
}

const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+)):(\d{1,5})$/;

function parseOwnAddress(entry: string): {
  readonly covers: (address: Address) => boolean;
  readonly port: number | undefined;
} {
  const match = withPort.exec(entry.trim());
  const port = match === null ? undefined : Number(match[3]);
  if (port === 0 || (port ?? 0) > 65_535) {
    throw new RangeError(`"${entry}" has no port from 1 to 65535`);
  }
  const list = blockListOf([match?.[1] ?? match?.[2] ?? entry]);
  return { covers: (address) => list.check(address.text, address.family), port };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', length, ...rest] = network.trim().split('/');
    const address = parseAddress(base);
    const bits = address?.family === 'ipv4' ? 32 : 128;
    const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
    if (address === undefined || rest.length > 0 || !(prefix <= bits) || isMapped(base, address)) {
      throw new RangeError(`"${network}" must be a network such as 10.0.0.0/8 or fd00::/8, or a single address`);
    }
    list.addSubnet(address.text, prefix, address.family);
  }
  return list;
}

/**
 * Returns whether a network is written in IPv4-mapped form. Such a network is refused, because its prefix length would be
 * ambiguous.
 */
function isMapped(base: string, address: Address): boolean {
  return base.includes(':') && address.family === 'ipv4';
}
