import { expect, test } from '@jest/globals';
import { bareAddress, networkOf } from './remote-network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:54321', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000::6', '2001:db8:0:0'],
  ['[2001:db8::6]', '2001:db8:0:0'],
  ['[2001:db8::6]:54321', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
  ['', ''],
])('the network of %s is %s', (text, network) => {
  expect(networkOf(text)).toBe(network);
});

test.each([
  ['[2001:DB8::6]:443', '2001:db8::6'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['not an address', 'not an address'],
])('the address in %s is %s', (text, address) => {
  expect(bareAddress(text)).toBe(address);
});
