import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findServices } from './endpoints.ts';

let directory: string;
const file = { billingAddress: '127.0.0.1:1', engineAddress: '127.0.0.1:2', adminToken: 'token-of-the-file', more: 1 };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-endpoints-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('findServices reads the addresses from stack.json in the data directory', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify(file));
  expect(findServices({ ASSAY_DATA_DIR: directory })).toEqual({
    billingAddress: '127.0.0.1:1',
    engineAddress: '127.0.0.1:2',
    adminToken: 'token-of-the-file',
  });
});

test('the address of the watch service is optional and comes from the file or from its variable', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify({ ...file, watchAddress: '127.0.0.1:3' }));
  expect(findServices({ ASSAY_DATA_DIR: directory }).watchAddress).toBe('127.0.0.1:3');
  expect(findServices({ ASSAY_DATA_DIR: directory, ASSAY_WATCH_ADDRESS: 'watch:9' }).watchAddress).toBe('watch:9');
});

test('each variable takes precedence over its value in the file', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify(file));
  const foundEndpoints = findServices({
    ASSAY_DATA_DIR: directory,
    ASSAY_BILLING_ADDRESS: 'billing:9',
    ASSAY_ADMIN_TOKEN: '',
  });
  expect(foundEndpoints).toMatchObject({ billingAddress: 'billing:9', adminToken: 'token-of-the-file' });
});

test('variables are enough without a running stack', () => {
  const environment = {
    ASSAY_DATA_DIR: directory,
    ASSAY_BILLING_ADDRESS: 'billing:9',
    ASSAY_ENGINE_ADDRESS: 'engine:9',
    ASSAY_ADMIN_TOKEN: 'given',
  };
  expect(findServices(environment).adminToken).toBe('given');
  // A Secret that was made from a file often ends with a line break, which a header cannot contain.
  expect(findServices({ ...environment, ASSAY_ADMIN_TOKEN: 'given\n' }).adminToken).toBe('given');
});

test.each(['', '{', 'null', '{"billingAddress":""}'])(
  'without variables, a stack.json of %p gives an error that names each variable to set',
  (text) => {
    writeFileSync(join(directory, 'stack.json'), text);
    expect(() => findServices({ ASSAY_DATA_DIR: directory })).toThrow(
      /^ASSAY_BILLING_ADDRESS, ASSAY_ENGINE_ADDRESS, ASSAY_ADMIN_TOKEN are missing .*make up.*set them$/,
    );
  },
);

test('the error names only what is missing', () => {
  writeFileSync(join(directory, 'stack.json'), '{"billingAddress":"127.0.0.1:1","engineAddress":"127.0.0.1:2"}');
  expect(() => findServices({ ASSAY_DATA_DIR: directory })).toThrow(/^ASSAY_ADMIN_TOKEN is missing here and in /);
});

test('an IPv6 address without brackets is refused with the name of its variable', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify(file));
  const findEndpoints = (address: string) => findServices({ ASSAY_DATA_DIR: directory, ASSAY_ENGINE_ADDRESS: address });
  expect(findEndpoints('[fd00::1]:7070').engineAddress).toBe('[fd00::1]:7070');
  expect(() => findEndpoints('fd00::1:7070')).toThrow('ASSAY_ENGINE_ADDRESS must be host:port');
});
