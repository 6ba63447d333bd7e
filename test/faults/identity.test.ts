import { createAuthority, type Authority } from '@assay/egress/testing/certificates';
import type { TlsFiles } from '@assay/rpc/certificate-files';
import { connect } from '@assay/rpc/client';
import { rootContext, traceIdOf } from '@assay/rpc/context';
import { loadIdentity, plainIdentity, type Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { subjects } from '@assay/rpc/subjects';
import { hashApiKey } from '@assay/identifiers/api-key';
import { createLogger } from '@assay/telemetry/log';
import { openNats, type Nats } from '@assay/messaging/nats';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount, withBilling, type TestAccount } from '@assay/stack/testing/accounts';
import { startNatsWithUsers, type NatsUser, type NatsWithUsers } from '@assay/stack/testing/nats-users';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { getData, send, until } from '../e2e/support/system.ts';

const names = ['gateway', 'engine', 'billing', 'gate', 'resolver', 'watch', 'sandbox', 'operator'] as const;
const natsUsers: readonly string[] = ['gateway', 'engine', 'billing', 'watch'] satisfies NatsUser[];
/** Time for which services cache billing's answer about an operator's token, in milliseconds. */
const rememberedMs = 10_000;

let folder: string;
let authority: Authority;
let nats: NatsWithUsers;
let stack: Stack;
let account: TestAccount;
const closers: (() => unknown)[] = [];

const filesOf = (name: string): TlsFiles => ({
  certFile: join(folder, name, 'tls.crt'),
  keyFile: join(folder, name, 'tls.key'),
  caFile: join(folder, name, 'ca.crt'),
});

/** Writes a new certificate for a service, as a certificate manager does at a rotation. */
function issue(name: string, issuer: Authority = authority): void {
  const { certFile, keyFile, caFile } = filesOf(name);
  const { cert, key } = issuer.issue([`${name}.assay.svc`], ['127.0.0.1']);
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  writeFileSync(caFile, authority.cert);
}

const identityOf = (name: string): Identity => loadIdentity(filesOf(name));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-identity-'));
  authority = createAuthority();
  names.forEach((name) => issue(name));
  nats = await startNatsWithUsers();
  const identity = identityOf('operator');
  stack = await startStack({
    dataDir: join(folder, 'data'),
    sources: 'sandbox',
    quiet: true,
    restart: false,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_NATS_URL: nats.url,
      ASSAY_POLL_INTERVAL_MS: '200',
      ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
    },
    serviceEnvironment: (service) => {
      const { certFile, keyFile, caFile } = filesOf(service);
      const tls = { ASSAY_TLS_CERT_FILE: certFile, ASSAY_TLS_KEY_FILE: keyFile, ASSAY_TLS_CA_FILE: caFile };
      return natsUsers.includes(service) ? { ...tls, ...nats.settingsOf(service as NatsUser) } : tls;
    },
    identity,
  });
  account = await createAccount({ ...stack, identity });
}, 120_000);

afterAll(async () => {
  for (const close of closers.toReversed()) {
    await close();
  }
  await stack.stop();
  await nats.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Calls a billing method that only the gateway and the watch service may call. */
async function settleAs(identity: Identity, streamed: boolean): Promise<unknown> {
  const options = { identity, ...(streamed ? { streamed: ['Settle'] as const } : {}) };
  const client = connect(services.billing, stack.billingAddress, options);
  closers.push(client.close);
  return client.methods.Settle({ hold_id: 'h_unknown', capture_micros: '0' }, rootContext(2_000));
}

test('with certificates and NATS users on every service, calls are answered and changes announced', async () => {
  expect(await getData(stack.gatewayUrl, account.key, 'token.price', {})).toMatchObject({ status: 200 });
  const question = { key: account.key, body: { query: 'how many people play Dota 2 right now?' } };
  expect(await send(`${stack.gatewayUrl}/v1/ask`, question)).toMatchObject({ status: 200 });
  const watch = { type: 'chain.resolve_address', params: { address: 'So11111111111111111111111111111111111111112' } };
  const body = { ...watch, webhookUrl: 'http://127.0.0.1:9/hook' };
  expect(await send(`${stack.gatewayUrl}/v1/watch`, { key: account.key, body })).toMatchObject({ status: 201 });
});

test.each([true, false])(
  'billing answers the gateway, refuses another service, and hears nobody without a certificate (streamed: %p)',
  async (streamed) => {
    await expect(settleAs(identityOf('gateway'), streamed)).resolves.toMatchObject({
      settlement: 'SETTLEMENT_UNKNOWN_HOLD',
    });
    await expect(settleAs(identityOf('engine'), streamed)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(settleAs(plainIdentity, streamed)).rejects.toMatchObject({
      code: expect.stringMatching(/^(UNAVAILABLE|DEADLINE_EXCEEDED)$/),
    });
  },
);

test('an operator without the operator certificate is refused, whatever its token', async () => {
  await expect(createAccount({ ...stack, identity: identityOf('gateway') })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

/** Returns the serial number of the certificate that a server presents. */
function serialOf(address: string): Promise<string> {
  const [host = '', port = ''] = address.split(':');
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('a service shows a replaced certificate to new connections without a restart, and calls continue', async () => {
  const before = await serialOf(stack.engineAddress);
  const { engine } = stack.pids;
  names.forEach((name) => issue(name));
  await until(
    () => serialOf(stack.engineAddress),
    (serial) => serial !== before,
    15_000,
  );
  expect(stack.pids['engine']).toBe(engine);
  expect(await getData(stack.gatewayUrl, account.key, 'token.price', {})).toMatchObject({ status: 200 });
  await expect(settleAs(identityOf('gateway'), false)).resolves.toBeDefined();
}, 30_000);

/** Returns the number of malformed messages of a subject that the gateway dropped. */
async function malformedAtGateway(subject: string): Promise<number> {
  const text = await (await fetch(`${stack.opsUrls['gateway'] ?? ''}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`assay_messages_malformed_total{subject="${subject}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('a forged revocation is denied and revokes nothing, and malformed ones are dropped before a true one arrives', async () => {
  const tools = {
    log: createLogger('test', 'silent'),
    defer: (_name: string, close: () => unknown) => closers.push(close),
  };
  const { subject, encode } = subjects.keyRevoked;
  const operator = { ...stack, identity: identityOf('operator') };
  const victim = await createAccount(operator);
  const forged = encode({ key_sha256: hashApiKey(victim.key) });
  expect(await getData(stack.gatewayUrl, victim.key, 'token.price', {})).toMatchObject({ status: 200 });
  for (const user of ['gateway', 'engine', 'watch'] as const) {
    const { connection } = await openNats(nats.settingsOf(user), user, tools);
    const denied = firstError(connection);
    connection.publish(subject, forged);
    expect(await denied).toMatch(/permissions violation for publish.*assay\.key\.revoked\.v1/i);
  }
  expect(await getData(stack.gatewayUrl, victim.key, 'token.price', {})).toMatchObject({ status: 200 });

  // The NATS server lets billing publish on this subject. So malformed messages from billing arrive at the gateway.
  const { connection } = await openNats(nats.settingsOf('billing'), 'billing', tools);
  const malformed = [new Uint8Array([0xff, 0xff]), Buffer.from('no message')];
  malformed.forEach((payload) => connection.publish(subject, payload));
  await until(
    () => malformedAtGateway(subject),
    (count) => count >= malformed.length,
    5_000,
  );
  await withBilling(operator, (billing) => billing.RevokeKey({ key: victim.key }, rootContext(5_000)));
  await until(
    () => getData(stack.gatewayUrl, victim.key, 'token.price', {}),
    ({ status }) => status === 401,
    2_000,
  );
});

/** Returns the first error that the server reports on a connection. */
async function firstError(connection: Nats['connection']): Promise<string> {
  for await (const status of connection.status()) {
    if (status.type === 'error') {
      return String(status.error);
    }
  }
  throw new Error('the connection closed without an error');
}

test('a stranger cannot connect to NATS', async () => {
  const tools = {
    log: createLogger('test', 'silent'),
    defer: (_name: string, close: () => unknown) => closers.push(close),
  };
  const refused = { ASSAY_NATS_URL: nats.url };
  await expect(openNats(refused, 'stranger', tools)).rejects.toThrow(/authorization/i);
  expect(await getData(stack.gatewayUrl, account.key, 'token.price', {})).toMatchObject({ status: 200 });
});

test('a named operator reads decisions and deliveries with its own token until it is revoked', async () => {
  const identity = identityOf('operator');
  const root = { ...stack, identity };
  const context = (): ReturnType<typeof rootContext> => rootContext(5_000);
  const { token } = await withBilling(root, (billing) => billing.CreateOperator({ name: 'olivia' }, context()));
  expect(token).toMatch(/^aop_/);
  const readAs = async (adminToken: string): Promise<unknown[]> => {
    const engine = connect(services.engine, stack.engineAddress, { adminToken, identity });
    const watch = connect(services.watch, stack.watchAddress, { adminToken, identity });
    closers.push(engine.close, watch.close);
    const request = { trace_id: traceIdOf(context()) || '0'.repeat(32) };
    return Promise.all([engine.methods.GetDecision(request, context()), watch.methods.GetDelivery(request, context())]);
  };
  await expect(readAs(token)).resolves.toMatchObject([{ found: false }, { delivery: null }]);
  await expect(readAs(`${token}x`)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await withBilling(root, (billing) => billing.RevokeOperator({ name: 'olivia' }, context()));
  await until(
    () =>
      readAs(token).then(
        () => 'OK',
        (fault: { code: string }) => fault.code,
      ),
    (code) => code === 'FORBIDDEN',
    rememberedMs + 5_000,
  );
}, 30_000);
