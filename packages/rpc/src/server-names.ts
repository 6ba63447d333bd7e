import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/**
 * Suffix of a server name that stands for an IP address. RFC 2606 reserves its last label, so no real host has such a
 * name.
 */
const addressSuffix = '.address.invalid';

/** Returns the host of a `host:port`, without the brackets of an IPv6 address. */
export function hostOf(target: string): string {
  return target.slice(0, target.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
}

/**
 * Returns the server name (SNI) for the TLS handshake with a host. TLS forbids an IP address as server name (RFC 6066),
 * and Node.js 26 refuses one. For an IP address, the function returns a name that checkServer converts back.
 * @param host a name, or an address without brackets.
 */
export function serverNameOf(host: string): string {
  return isIP(host) === 0 ? host : `${Buffer.from(host).toString('hex')}${addressSuffix}`;
}

/**
 * Checks that a certificate belongs to the called server. Returns the error if it does not.
 * @param serverName the name that serverNameOf returned for the called host.
 */
export function checkServer(serverName: string, certificate: PeerCertificate): Error | undefined {
  const host = serverName.endsWith(addressSuffix)
    ? Buffer.from(serverName.slice(0, -addressSuffix.length), 'hex').toString()
    : serverName;
  return checkServerIdentity(host, certificate);
}
