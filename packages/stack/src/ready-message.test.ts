import { expect, test } from '@jest/globals';
import { stackReadyMessage } from './ready-message.ts';
import type { StackFile } from './stack-file.ts';

const file: StackFile = {
  mode: 'sandbox',
  gatewayUrl: 'http://127.0.0.1:8080',
  gatewayUrls: ['http://127.0.0.1:8080'],
  apiKey: 'asy_demo',
  adminToken: 'an-operator-token',
  dashboardUrl: null,
  dashboardUrls: [],
  dashboardAddress: '',
  sandboxUrl: 'http://127.0.0.1:20001',
  billingAddress: '',
  engineAddress: '',
  watchAddress: '',
  resolverAddress: '',
  opsUrls: {},
  pids: {},
  postgresUrl: 'postgresql://assay:secret@127.0.0.1:1/assay',
  natsUrl: '',
  dataDir: '/project/.data',
  logDir: '/project/.data/logs',
};

const body = '{"type":"token.price","params":{"token":"SOL"}}';
const sample = { body, level: 'The level of this answer is anchored:' };

test('the message shows the address, the demo key and a request that works', () => {
  const text = stackReadyMessage(file, { directory: '/project', seconds: 6.25, sample });
  expect(text).toContain('Assay is ready at http://127.0.0.1:8080');
  expect(text).toContain('demo key  asy_demo');
  expect(text).toContain('try it    http://127.0.0.1:8080/#key=asy_demo');
  expect(text).toContain("curl -s http://127.0.0.1:8080/v1/get_data \\\n    -H 'Authorization: Bearer asy_demo'");
  expect(text).toContain(`The level of this answer is anchored:\n\n  curl`);
  expect(text).toContain(`-d '${body}'`);
  expect(text).toContain('logs      .data/logs');
});

test('the message marks simulated sources, and only those', () => {
  expect(stackReadyMessage(file, { directory: '/', seconds: 1, sample })).toContain('every source is simulated');
  const live: StackFile = { ...file, mode: 'live', sandboxUrl: null };
  expect(stackReadyMessage(live, { directory: '/', seconds: 1, sample })).not.toMatch(/simulated|sandbox/);
});

test('the message shows where the mails of a dashboard are, and only in a sandbox', () => {
  const options = { directory: '/', seconds: 1, sample, signInLink: 'http://127.0.0.1:8090/link' };
  expect(stackReadyMessage(file, options)).toContain('mailbox   http://127.0.0.1:20001/mailbox');
  expect(stackReadyMessage(file, { ...options, signInLink: undefined })).not.toContain('mailbox');
  expect(stackReadyMessage({ ...file, mode: 'live', sandboxUrl: null }, options)).not.toContain('mailbox');
});

test('the message says how long the sign-in link works, and in a sandbox how to get another', () => {
  const options = { directory: '/', seconds: 1, sample, signInLink: 'http://localhost:8090/api/verify?token=x' };
  const text = stackReadyMessage(file, options);
  expect(text).toContain('token=x (signs you in once, within five minutes)');
  expect(text).toContain('later: http://localhost:8090, "Send me a sign-in link" for demo@example.com');
  const live: StackFile = { ...file, mode: 'live', sandboxUrl: null };
  expect(stackReadyMessage(live, options)).not.toContain('demo@example.com');
});

test('the message says that the docs site is still being built', () => {
  const options = { directory: '/', seconds: 1, sample };
  expect(stackReadyMessage(file, options)).toMatch(/\/docs\n/);
  expect(stackReadyMessage(file, { ...options, isBuildingDocs: true })).toMatch(/\/docs \(being built/);
});

test("the message shows neither the operator's token nor the database's password", () => {
  expect(stackReadyMessage(file, { directory: '/', seconds: 1, sample })).not.toMatch(/an-operator-token|secret/);
});
