import { createServer, isIPv6 } from 'node:net';
import { z } from 'zod';

/** The address on which a server accepts both IPv6 and IPv4 connections. It works only on a machine with IPv6. */
const everyAddress = '::';
const everyIpv4Address = '0.0.0.0';
const hostName = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

/**
 * Schema of ASSAY_BIND_HOST. It removes the brackets of an IPv6 address, because sockets expect the address without
 * them.
 */
export const bindHost = z
  .string()
  .default(everyAddress)
  .transform((text) => text.trim().replace(/^\[(.*)\]$/, '$1'))
  .refine(
    (host) => isIPv6(host) || hostName.test(host),
    'must be an IP address or a host name without a port, such as ::, 0.0.0.0 or 127.0.0.1',
  );

/**
 * Returns the address on which this machine can listen. It is `host`, or 0.0.0.0 when `host` is :: and the system has
 * no IPv6.
 * @param canListen returns whether a server can listen on an address.
 */
export async function usableBindHost(host: string, canListen = canListenOn): Promise<string> {
  return host !== everyAddress || (await canListen(everyAddress)) ? host : everyIpv4Address;
}

function canListenOn(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(0, host, () => server.close(() => resolve(true)));
  });
}

/** Returns `host:port` with brackets around an IPv6 address, because URLs and gRPC expect it so. */
export function hostAndPort(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
