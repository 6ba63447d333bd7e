import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createAddressPolicy, isPublic } from './addresses.ts';
import { checkUrl, urlRejections, type UrlCheck } from './url.ts';

const publicOnly = createAddressPolicy({ allow: [], ownAddresses: [] });
const check = (text: string): UrlCheck => checkUrl(text, publicOnly);
const reasonOf = (text: string): string | undefined => {
  const checked = check(text);
  return checked.ok ? undefined : checked.reason;
};

const spellings = JSON.parse(readFileSync(new URL('testing/ssrf-urls.json', import.meta.url), 'utf8')) as readonly {
  readonly name: string;
  readonly url: string;
}[];

// Spellings that pass the check: public URLs, and private names that only a name server can recognise.
const passing = ['nip.io', 'localtest.me', 'port 22', 'port empty', 'scheme upper'];

test('of 103 spellings of a private URL, only two that need a name server and three public ones pass', () => {
  expect(spellings).toHaveLength(103);
  expect(spellings.filter(({ url }) => check(url).ok).map(({ name }) => name)).toEqual(passing);
});

test.each(spellings.filter(({ name }) => !passing.includes(name)))('$name is refused', ({ url }) => {
  expect(check(url)).toEqual({ ok: false, reason: expect.any(String) });
});

test.each([
  ['http://127.0.0.1/', 'address'],
  ['http://127.1/', 'address'],
  ['http://[::ffff:7f00:1]/', 'address'],
  ['http://[::1]:8080/', 'address'],
  ['https://168.63.129.16/', 'address'],
  ['https://8.8.8.8./', 'malformed'],
  ['https://010.0.0.1/', 'malformed'],
  ['https://0x08080808/', 'malformed'],
  ['https://%65xample.com/', 'malformed'],
  ['https:example.com', 'malformed'],
  ['https:///example.com/', 'malformed'],
  ['https://example.com\\@other.com/', 'malformed'],
  [' https://example.com/', 'malformed'],
  ['https://exa\tmple.com/', 'malformed'],
  ['https://example.com/\n', 'malformed'],
  ['https://exämple.com/', 'malformed'],
  ['https://example.com/ä', 'malformed'],
  ['https://example.com/?q=%0D%0Ax', 'malformed'],
  ['', 'malformed'],
  ['example.com/hook', 'malformed'],
  ['//example.com/hook', 'malformed'],
  ['ftp://example.com/', 'scheme'],
  ['ws://example.com/', 'scheme'],
  ['jar:https://example.com!/', 'scheme'],
  ['ldap://example.com/', 'scheme'],
  ['dict://example.com:11211/', 'scheme'],
  ['netdoc:///etc/passwd', 'scheme'],
  ['https://user@example.com/', 'credentials'],
  ['https://:secret@example.com/', 'credentials'],
  ['https://@example.com/', 'malformed'],
  ['https://example.com:0/', 'port'],
  ['https://postgres/', 'name'],
  ['https://postgres./', 'name'],
  ['https://example.com../', 'name'],
  ['https://-example.com/', 'name'],
  ['https://*.com/', 'name'],
  ['https://hooks.internal/', 'name'],
  ['https://hooks.internal./', 'name'],
  ['https://printer.local/', 'name'],
  ['https://1.0.168.192.in-addr.arpa/', 'name'],
  ['https://hidden.onion/', 'name'],
])('%j is refused as %s', (text, reason) => {
  expect(reasonOf(text)).toBe(reason);
});

test('a URL of 2,048 characters passes and one character more is refused', () => {
  const url = `https://example.com/${'a'.repeat(2_028)}`;
  expect([reasonOf(url), reasonOf(`${url}a`)]).toEqual([undefined, 'too_long']);
});

test('labels of 63 and names of 253 characters pass and longer ones are refused', () => {
  const label = 'a'.repeat(63);
  const name = `${label}.${label}.${label}.${'a'.repeat(57)}.com`;
  expect(name).toHaveLength(253);
  expect([reasonOf(`https://${name}/`), reasonOf(`https://${name}./`)]).toEqual([undefined, undefined]);
  expect([reasonOf(`https://${label}a.com/`), reasonOf(`https://a${name}/`)]).toEqual(['name', 'name']);
});

test('a checked URL has its parts in normal form', () => {
  expect(check('HTTPS://Hooks.Example.com:443/a/../b?c=d#e')).toEqual({
    ok: true,
    url: {
      href: 'https://hooks.example.com/b?c=d',
      protocol: 'https:',
      host: 'hooks.example.com',
      hostname: 'hooks.example.com',
      port: 443,
      path: '/b?c=d',
      literal: undefined,
    },
  });
});

test('a trailing dot of the host name is removed', () => {
  expect(check('http://example.com.:8080')).toMatchObject({
    url: { href: 'http://example.com:8080/', host: 'example.com:8080', hostname: 'example.com', port: 8_080 },
  });
});

test('an IP address is returned without brackets, and as IPv4 where it maps IPv4', () => {
  expect(check('https://[2606:4700:4700:0:0:0:0:1111]:8443/')).toMatchObject({
    url: { host: '[2606:4700:4700::1111]:8443', hostname: '2606:4700:4700::1111', port: 8_443 },
  });
  expect(check('http://[::ffff:8.8.8.8]/')).toMatchObject({
    url: { href: 'http://8.8.8.8/', hostname: '8.8.8.8', literal: { family: 'ipv4', text: '8.8.8.8' } },
  });
});

test('an allowed network permits its addresses in plain spelling, and no private names', () => {
  const policy = createAddressPolicy({ allow: ['127.0.0.0/8'], ownAddresses: ['127.0.0.1:8080'] });
  expect(checkUrl('http://127.0.0.1:9000/', policy).ok).toBe(true);
  expect(checkUrl('http://127.0.0.1:8080/', policy)).toEqual({ ok: false, reason: 'address' });
  expect(checkUrl('http://127.1:9000/', policy)).toEqual({ ok: false, reason: 'malformed' });
  expect(checkUrl('http://localhost:9000/', policy)).toEqual({ ok: false, reason: 'name' });
});

test('every URL that passes names a public host and checks to the same parts again', () => {
  const piece = fc.constantFrom(
    'http:',
    'https:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    '[',
    ']',
    '127.0.0.1',
    '::1',
    '::ffff:',
    '0x7f',
    '1',
    '8.8.8.8',
    '.',

    'localhost',
    'example.com',
    '%2e',
    '%31',
    '?',
    '#',
    ' ',
    '\t',
    '。',
    '１',
    '🙂',
    ':80',
    ':0',
    'xn--pple-43d.com',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, isUrl) => {
      const checked = check(`${isUrl ? 'http://' : ''}${pieces.join('')}`);
      if (checked.ok) {
        expect(check(checked.url.href)).toEqual(checked);
        expect(new URL(checked.url.href).hostname).toBe(checked.url.host.replace(/:\d+$/, ''));
        const { literal, hostname } = checked.url;
        expect(
          literal === undefined ? isIP(hostname) === 0 && !/(^|\.)localhost$/.test(hostname) : isPublic(literal),
        ).toBe(true);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('no message of a rejection contains an address', () => {
  expect(Object.values(urlRejections).filter((message) => /\d+\.\d+|::/.test(message))).toEqual([]);
});
