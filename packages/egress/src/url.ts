import { isIPv4 } from 'node:net';
import { parseAddress, type Address, type AddressPolicy } from './addresses.ts';
import { isSpecialUse, isWellFormedName } from './host-names.ts';

/** Reasons for refusing a URL, each with a message for the caller. No message contains a resolved address. */
export const urlRejections = {
  too_long: 'the URL may have at most 2,048 characters',
  malformed:
    'the URL must be absolute and mean the same to every parser: http:// or https://, printable ASCII, no backslash, no encoded line break, an international name in its xn-- form, an IPv4 address as four decimal numbers',
  scheme: 'the URL must begin with http:// or https://',
  credentials: 'the URL must not carry a user name or password',
  port: 'port 0 cannot be called',
  name: 'the URL must name a host of the public internet: a full domain name, not a single label, nor one reserved for local or special use',
  address:
    'the URL must lead to public addresses only; this one leads to a private or reserved address, or to an address of Assay itself',
  unresolved: 'the host name of the URL does not resolve to an address',
} as const;

/** A key of `urlRejections`. */
export type UrlRejection = keyof typeof urlRejections;

/** The parts of a URL that passed the check. Callers connect by these parts and never parse the URL again. */
export type CheckedUrl = {
  /** The URL in normal form, without its fragment. Checking it again gives the same parts. */
  readonly href: string;
  readonly protocol: 'http:' | 'https:';
  /** The value of the `Host` header, without the port if it is the scheme's default. */
  readonly host: string;
  /** The host to resolve or to connect to: a lowercase name without a trailing dot, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Path and query for the request line. */
  readonly path: string;
  /** The host as an IP address; undefined when the host is a name. */
  readonly literal: Address | undefined;
};

/** Result of a URL check. */
export type UrlCheck =
  | { readonly ok: true; readonly url: CheckedUrl }
  | { readonly ok: false; readonly reason: UrlRejection };

const maxUrlCharacters = 2_048;
const schemePattern = /^[a-z][a-z0-9+.-]*:/i;
const webUrlPattern = /^https?:\/\/([^/?#]+)/i;
const printableAscii = /^[\x21-\x7e]+$/;
// An encoded line break. A proxy that decodes it would end the request line there and start a header.
const encodedLineBreak = /%0[ad]/i;

/**
 * Checks the text of a URL without a name server: its form and, when the host is an IP address, the address. Never
 * throws. When it refuses a URL, the reason is a key of `urlRejections`.
 */
export function checkUrl(text: string, policy: AddressPolicy): UrlCheck {
  if (text.length > maxUrlCharacters) {
    return rejected('too_long');
  }
  if (!URL.canParse(text)) {
    return rejected('malformed');
  }
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'http:' && protocol !== 'https:') {
    return rejected(schemePattern.test(text) ? 'scheme' : 'malformed');
  }
  if (url.username !== '' || url.password !== '') {
    return rejected('credentials');
  }
  if (url.port === '0') {
    return rejected('port');
  }
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const literal = parseAddress(hostname);
  const refusal = literal === undefined ? nameRefusal(hostname) : policy.permits(literal, port) ? undefined : 'address';
  if (refusal !== undefined) {
    return rejected(refusal);
  }
  // This check comes after the check of the host. So a disguised private address is reported as `address` and not as
  // `malformed`.
  if (!isUnambiguous(text, literal)) {
    return rejected('malformed');
  }
  const host = (literal?.family === 'ipv6' ? `[${literal.text}]` : (literal?.text ?? hostname)) + portSuffix(url);
  const path = url.pathname + url.search;
  return {
    ok: true,
    url: {
      href: `${protocol}//${host}${path}`,
      protocol,
      host,
      hostname: literal?.text ?? hostname,
      port,
      path,
      literal,
    },
  };
}

function rejected(reason: UrlRejection): UrlCheck {
  return { ok: false, reason };
}

function portSuffix(url: URL): string {
  return url.port === '' ? '' : `:${url.port}`;
}

function nameRefusal(hostname: string): UrlRejection | undefined {
  return isWellFormedName(hostname) && !isSpecialUse(hostname) ? undefined : 'name';
}

/**
 * Returns whether every parser reads the same host from a URL. Parsers disagree about backslashes, spaces, percent
 * signs in the host, non-ASCII digits, octal numbers and missing slashes.
 */
function isUnambiguous(text: string, literal: Address | undefined): boolean {
  const authority = webUrlPattern.exec(text)?.[1];
  if (authority === undefined || !printableAscii.test(text) || text.includes('\\') || encodedLineBreak.test(text)) {
    return false;
  }
  const isIpv4Shaped = literal !== undefined && !authority.startsWith('[');
  return !/[%@]/.test(authority) && (!isIpv4Shaped || isIPv4(authority.replace(/:\d*$/, '')));
}
