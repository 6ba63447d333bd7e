import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findServices } from './reach.ts';

let directory: string;
const file = { billingAddress: '127.0.0.1:1', engineAddress: '127.0.0.1:2', adminToken: 'token-of-the-file', more: 1 };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-reach-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('the stack.json of the data directory says where services are', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify(file));
  expect(findServices({ ASSAY_DATA_DIR: directory })).toEqual({
    billingAddress: '127.0.0.1:1',
    engineAddress: '127.0.0.1:2',
    adminToken: 'token-of-the-file',
  });
});

test('where the watch service is may be left out, and is taken from either place', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify({ ...file, watchAddress: '127.0.0.1:3' }));
  expect(findServices({ ASSAY_DATA_DIR: directory }).watchAddress).toBe('127.0.0.1:3');
  expect(findServices({ ASSAY_DATA_DIR: directory, ASSAY_WATCH_ADDRESS: 'watch:9' }).watchAddress).toBe('watch:9');
});

test('a variable wins over the file, each for itself', () => {
  writeFileSync(join(directory, 'stack.json'), JSON.stringify(file));
  const found = findServices({ ASSAY_DATA_DIR: directory, ASSAY_BILLING_ADDRESS: 'billing:9', ASSAY_ADMIN_TOKEN: '' });
  expect(found).toMatchObject({ billingAddress: 'billing:9', adminToken: 'token-of-the-file' });
});

test('variables alone are enough where no stack runs', () => {
  const environment = {
    ASSAY_DATA_DIR: directory,
    ASSAY_BILLING_ADDRESS: 'billing:9',
    ASSAY_ENGINE_ADDRESS: 'engine:9',
    ASSAY_ADMIN_TOKEN: 'given',
  };
  expect(findServices(environment).adminToken).toBe('given');
});

test.each(['', '{', 'null', '{"billingAddress":"127.0.0.1:1"}'])(
  'with %p for a stack.json and no variables the error says what to do',
  (text) => {
    writeFileSync(join(directory, 'stack.json'), text);
    expect(() => findServices({ ASSAY_DATA_DIR: directory })).toThrow(/make up.*ASSAY_BILLING_ADDRESS/);
  },
);
