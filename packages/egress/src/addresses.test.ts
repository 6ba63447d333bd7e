import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createAddressPolicy, isPublic, parseAddress, type Address } from './addresses.ts';
import { forbiddenIpv4, forbiddenIpv6, publicIpv6 } from './address-blocks.ts';

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) {
    throw new Error(`${text} is no address`);
  }
  return parsed;
}

/** Returns an address as a number, computed independently of the code under test. */
function numberOf(text: string): bigint {
  if (!text.includes(':')) {
    return text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  }
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function ipv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
}

function ipv6(value: bigint): string {
  return Array.from({ length: 8 }, (_, group) => ((value >> BigInt(112 - 16 * group)) & 65_535n).toString(16)).join(
    ':',
  );
}

type Bounds = { readonly first: bigint; readonly last: bigint };

function boundsOf(cidr: string): Bounds {
  const [base = '', prefix] = cidr.split('/');
  const size = 1n << BigInt((base.includes(':') ? 128 : 32) - Number(prefix));
  const first = (numberOf(base) / size) * size;
  return { first, last: first + size - 1n };
}

const within = (value: bigint, { first, last }: Bounds): boolean => value >= first && value <= last;

const special4 = forbiddenIpv4.map(({ cidr }) => boundsOf(cidr));
const special6 = forbiddenIpv6.map(({ cidr }) => boundsOf(cidr));
const model4 = (value: bigint): boolean => !special4.some((bounds) => within(value, bounds));
const model6 = (value: bigint): boolean =>
  within(value, boundsOf(publicIpv6)) && !special6.some((bounds) => within(value, bounds));

test.each(forbiddenIpv4)('every address of $cidr is refused, and its neighbours are not: $why', ({ cidr }) => {
  const { first, last } = boundsOf(cidr);
  expect([first, (first + last) / 2n, last].map((value) => isPublic(address(ipv4(value))))).toEqual([
    false,
    false,
    false,
  ]);
  for (const outside of [first - 1n, last + 1n].filter((value) => value >= 0n && value < 1n << 32n)) {
    expect(isPublic(address(ipv4(outside)))).toBe(model4(outside));
  }
});

test.each(forbiddenIpv6)('every address of $cidr is refused, and its neighbours are not: $why', ({ cidr }) => {
  const { first, last } = boundsOf(cidr);
  expect([first, (first + last) / 2n, last].map((value) => isPublic(address(ipv6(value))))).toEqual([
    false,
    false,
    false,
  ]);
  expect([first - 1n, last + 1n].map((value) => isPublic(address(ipv6(value))))).toEqual(
    [first - 1n, last + 1n].map(model6),
  );
});

test('an address next to a special block is public unless another block covers it', () => {
  const outside = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.31.195.255',
    '192.31.197.0',
    '192.52.192.255',
    '192.52.194.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '192.175.47.255',
    '192.175.49.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2000::',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2003::',
    '2620:4f:7fff:ffff::',
    '2620:4f:8001::',
    '3ffe::',
    '3fff:1000::',
    '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ];
  expect(outside.filter((text) => !isPublic(address(text)))).toEqual([]);
});

test('1fff:: and 4000::, the neighbours of the public IPv6 block, are refused', () => {
  expect(isPublic(address('1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'))).toBe(false);
  expect(isPublic(address('4000::'))).toBe(false);
});

test('every special block outside 2000::/3 is refused without an entry of its own', () => {
  const blocks = [
    '::/128',
    '::1/128',
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '100:0:0:1::/64',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ];
  for (const { first, last } of blocks.map(boundsOf)) {
    expect([isPublic(address(ipv6(first))), isPublic(address(ipv6(last)))]).toEqual([false, false]);
  }
});

// Measurements showed that address filters in common use allow these addresses.
test.each([
  '168.63.129.16',
  '::127.0.0.1',
  '100:0:0:1::1',
  '4000::1',
  '8000::1',
  '::ffff:0:127.0.0.1',
  'fec0::1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '2620:4f:8000::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001::1',
  '0.1.2.3',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '240.0.0.1',
  '64:ff9b:1::',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '64:ff9b::169.254.169.254',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '2002:7f00:1::',
  'fe80::5efe:127.0.0.1',
  'fd00:ec2::254',
  '100.100.100.200',
  '255.255.255.255',
  '224.0.0.1',
  'ff02::1',
])('%s is refused', (text) => {
  expect(isPublic(address(text))).toBe(false);
});

test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1'])(
  '%s is public',
  (text) => {
    expect(isPublic(address(text))).toBe(true);
  },
);

test('an IPv4 address, plain or mapped into IPv6, is judged as arithmetic on the listed blocks says', () => {
  fc.assert(
    fc.property(nearBounds(special4, 32), (value) => {
      expect(isPublic(address(ipv4(value)))).toBe(model4(value));
      expect(isPublic(address(`::ffff:${ipv4(value)}`))).toBe(model4(value));
      expect(parseAddress(ipv6((0xffffn << 32n) + value))).toEqual({ family: 'ipv4', text: ipv4(value) });
    }),
    { numRuns: 2_000 },
  );
});

test('an IPv6 address that maps no IPv4 address is judged as arithmetic on the listed blocks says', () => {
  const unmapped = nearBounds([...special6, boundsOf(publicIpv6)], 128).filter((value) => value >> 32n !== 0xffffn);
  fc.assert(
    fc.property(unmapped, (value) => {
      expect(isPublic(address(ipv6(value)))).toBe(model6(value));
    }),
    { numRuns: 2_000 },
  );
});

test('an allowed network permits exactly its own addresses, for every prefix length', () => {
  const cases = [
    { bits: 32, write: ipv4, isOpenAnyway: model4 },
    { bits: 128, write: ipv6, isOpenAnyway: model6 },
  ];
  for (const { bits, write, isOpenAnyway } of cases) {
    const any = fc.bigInt({ min: 1n, max: (1n << BigInt(bits)) - 1n }).filter((value) => value >> 32n !== 0xffffn);
    fc.assert(
      fc.property(any, fc.nat(bits), any, fc.boolean(), (base, prefix, other, isNear) => {
        const bounds = boundsOf(`${write(base)}/${prefix}`);
        const probe = isNear ? bounds.first + (other % (bounds.last - bounds.first + 1n)) : other;
        const policy = createAddressPolicy({ allow: [`${write(base)}/${prefix}`], ownAddresses: [] });
        const expected = (within(probe, bounds) && probe !== 0n) || isOpenAnyway(probe);
        fc.pre(probe >> 32n !== 0xffffn);
        expect(policy.permits(address(write(probe)), 443)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  }
});

test('an unspecified address is refused inside an allowed network, because it reaches this machine', () => {
  const policy = createAddressPolicy({ allow: ['0.0.0.0/0', '::/0'], ownAddresses: [] });
  expect(['0.0.0.0', '::', '::ffff:0.0.0.0'].map((text) => policy.permits(address(text), 80))).toEqual([
    false,
    false,
    false,
  ]);
  expect(['127.0.0.1', '::1', '10.0.0.1'].map((text) => policy.permits(address(text), 80))).toEqual([true, true, true]);
});

test('an own address is refused on its port, or on every port without one, even inside an allowed network', () => {
  const policy = createAddressPolicy({
    allow: ['127.0.0.0/8', '::1'],
    ownAddresses: ['127.0.0.1:8080', '[::1]:8080', '8.8.8.0/24', '9.9.9.9'],
  });
  const permits = (text: string, port: number): boolean => policy.permits(address(text), port);
  expect([permits('127.0.0.1', 8_080), permits('::1', 8_080), permits('::ffff:127.0.0.1', 8_080)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([permits('127.0.0.1', 8_081), permits('::1', 80), permits('127.0.0.2', 8_080)]).toEqual([true, true, true]);
  expect([permits('8.8.8.8', 443), permits('9.9.9.9', 1), permits('8.8.4.4', 443)]).toEqual([false, false, true]);
});

test.each([
  '',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0/8',
  '010.0.0.0/8',
  'fd00::/129',
  'localhost',
  '[::1]',
  'fe80::1%eth0',
  '::ffff:10.0.0.0/104',
  '10.0.0.0/1e1',
])('"%s" in a list of networks fails the start and is named', (entry) => {
  expect(() => createAddressPolicy({ allow: [entry], ownAddresses: [] })).toThrow(`"${entry}" must be a network`);
});

test.each(['127.0.0.1:0', '127.0.0.1:65536', '[::1]:0'])('own address "%s" fails the start', (entry) => {
  expect(() => createAddressPolicy({ allow: [], ownAddresses: [entry] })).toThrow('no port from 1 to 65535');
});

test.each(['127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '1.2.3.4.', 'fe80::1%eth0', '[::1]', 'example.com', ''])(
  '"%s" is not parsed as an address',
  (text) => {
    expect(parseAddress(text)).toBeUndefined();
  },
);

/**
 * Generates addresses as numbers. Half of them are close to a boundary of a block, where off-by-one errors would show.
 */
function nearBounds(blocks: readonly Bounds[], bits: number): fc.Arbitrary<bigint> {
  const max = (1n << BigInt(bits)) - 1n;
  const ends = blocks.flatMap(({ first, last }) => [first, last]);
  const near = fc
    .tuple(fc.constantFrom(...ends), fc.bigInt({ min: -3n, max: 3n }))
    .map(([end, offset]) => (end + offset < 0n ? 0n : end + offset > max ? max : end + offset));
  const inside = fc
    .tuple(fc.constantFrom(...blocks), fc.bigInt({ min: 0n, max }))
    .map(([{ first, last }, offset]) => first + (offset % (last - first + 1n)));
  return fc.oneof(near, inside, fc.bigInt({ min: 0n, max }));
}
