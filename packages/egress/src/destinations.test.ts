import { expect, test } from '@jest/globals';
import { parseAddress, type Address } from './addresses.ts';
import { destinationsOf } from './destinations.ts';

const address = (text: string): Address => parseAddress(text) as Address;
const destinations = (hostname: string, ...texts: string[]): string[] =>
  destinationsOf({ hostname, literal: parseAddress(hostname) }, texts.map(address));

test.each([
  ['hooks.example.com', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  // The private section of the Public Suffix List treats each customer of a hosting provider as a separate destination.
  ['mallory.github.io', 'mallory.github.io'],
  ['deep.mallory.github.io', 'mallory.github.io'],
  // A public suffix itself has no registrable domain.
  ['github.io', 'github.io'],
])('the host %s belongs to the destination %s', (hostname, domain) => {
  expect(destinations(hostname, '203.0.113.7')).toEqual([`domain ${domain}`, 'address 203.0.113.7']);
});

test('a URL with an address has only that destination', () => {
  expect(destinations('203.0.113.7', '203.0.113.7')).toEqual(['address 203.0.113.7']);
});

test('IPv6 addresses of one /64 network are one destination', () => {
  expect(destinations('h.example.com', '2606:4700::1', '2606:4700:0:0:1::2', '2606:4700:0:1::1')).toEqual([
    'domain example.com',
    'address 2606:4700:0:0::/64',
    'address 2606:4700:0:1::/64',
  ]);
});
