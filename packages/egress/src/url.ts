import { isIPv4 } from 'node:net';
import { parseAddress, type Address, type AddressPolicy } from './addresses.ts';
import { isSpecialUse, isWellFormedName } from './names.ts';

/** Why a URL may not be called, with the sentence that its giver is told. No sentence names an address that was found. */
export const urlRejections = {
  too_long: 'the URL may have at most 2,048 characters',
  malformed:
    'the URL must be absolute and read alike by every parser: http:// or https://, printable ASCII, no backslash, no encoded line break, an international name in its xn-- form, an IPv4 address as four decimal numbers',
  scheme: 'the URL must begin with http:// or https://',
  credentials: 'the URL must not carry a user name or password',
  port: 'port 0 cannot be called',
  name: 'the URL must name a host of the public internet: a full domain name, not a single label, nor one reserved for local or special use',
  address: 'the URL must lead to public addresses only, and this one leads to a private, reserved or own address',
  unresolved: 'the host name of the URL does not resolve to an address',
} as const;

/** A reason of `urlRejections`. */
export type UrlRejection = keyof typeof urlRejections;

/** A URL taken apart once: whoever calls it dials these fields, and never reads the text again. */
export type CheckedUrl = {
  /** The URL in its normal form, less the fragment. It checks to the same fields again. */
  readonly href: string;
  readonly protocol: 'http:' | 'https:';
  /** The host as the `Host` header has it, with the port where it is not the scheme's own. */
  readonly host: string;
  /** The host to look up or dial: a lowercase name without a trailing dot, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Path and query as the request line has them. */
  readonly path: string;
  /** The address when the host is one; undefined for a name, which has still to be resolved. */
  readonly literal: Address | undefined;
};

/** What the check of a URL gives. */
export type UrlCheck =
  | { readonly ok: true; readonly url: CheckedUrl }
  | { readonly ok: false; readonly reason: UrlRejection };

const urlMaxCharacters = 2_048;
const schemePattern = /^[a-z][a-z0-9+.-]*:/i;
const webUrlPattern = /^https?:\/\/([^/?#]+)/i;
const printableAscii = /^[\x21-\x7e]+$/;
// Decoded by a careless hop, these would end the request line and begin a header.
const encodedLineBreak = /%0[ad]/i;

/**
 * Judges the text of a URL as far as that is possible without asking a name server: its form, and its host when that is
 * an address. Refuses by the reasons of `urlRejections`; never throws.
 */
export function checkUrl(text: string, policy: AddressPolicy): UrlCheck {
  if (text.length > urlMaxCharacters) {
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
  // Judged after the host, so that a hidden forbidden address is called what it is rather than badly written.
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
 * Parsers disagree about backslashes, spaces, percent signs in the host, other scripts' digits, octal numbers and
 * missing slashes. What two programs would send to two hosts is not accepted, whichever of them is right.
 */
function isUnambiguous(text: string, literal: Address | undefined): boolean {
  const authority = webUrlPattern.exec(text)?.[1];
  if (authority === undefined || !printableAscii.test(text) || text.includes('\\') || encodedLineBreak.test(text)) {
    return false;
  }
  const isIpv4Shaped = literal !== undefined && !authority.startsWith('[');
  return !/[%@]/.test(authority) && (!isIpv4Shaped || isIPv4(authority.replace(/:\d*$/, '')));
}
