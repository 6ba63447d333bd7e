import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { serviceAddresses } from './service-address.ts';

const addressesOf = (text: string): string =>
  readConfig(z.object({ ASSAY_ENGINE_ADDRESS: serviceAddresses }), { ASSAY_ENGINE_ADDRESS: text }).ASSAY_ENGINE_ADDRESS;

test.each([
  ['engine:7070', 'engine:7070'],
  ['10.0.0.1:7070', '10.0.0.1:7070'],
  ['[fd00::1]:7070', '[fd00::1]:7070'],
  ['[::1]:7070, 127.0.0.1:7071 ,engine.assay.svc:7070', '[::1]:7070,127.0.0.1:7071,engine.assay.svc:7070'],
])('"%s" names services', (setting, addresses) => {
  expect(addressesOf(setting)).toBe(addresses);
});

test.each(['::1:7070', 'fd00::1', '[fd00::1]', '[engine]:7070', 'engine', 'engine:', 'engine:0', 'a:1,', 'dns:///a:1'])(
  '"%s" is refused with the right form',
  (setting) => {
    expect(() => addressesOf(setting)).toThrow(
      'ASSAY_ENGINE_ADDRESS: must be host:port, several separated by commas, with an IPv6 address in brackets',
    );
  },
);
