import { createAuthority, type Authority } from '@assay/egress/testing/certificates';
import { accessFor } from '@assay/rpc/callers';
import type { TlsFiles } from '@assay/rpc/certificate-files';
import { connect, type ConnectedClient } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { ResolverServiceDefinition } from '@assay/rpc/gen/assay/resolver/v1/ResolverService';
import { loadIdentity, plainIdentity, type Identity, type MutualTls } from '@assay/rpc/identity';
import { listen } from '@assay/rpc/listen';
import { services } from '@assay/rpc/load';
import { addMux } from '@assay/rpc/mux-server';
import { addUnaryMethods, serveMethods } from '@assay/rpc/server';
import * as grpc from '@grpc/grpc-js';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServices } from '../../packages/operator/src/endpoints.ts';

const callMs = 30_000;
let authority: Authority;
const cleanups: (() => unknown)[] = [];

beforeAll(() => {
  authority = createAuthority();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) {
    await cleanup();
  }
});

/** Writes the certificate of a service and the authority that it trusts to a new folder. */
function filesOf(name: string, issuer: Authority = authority): TlsFiles {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tls-change-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key'), caFile: join(folder, 'ca.crt') };
  const { cert, key } = issuer.issue([`${name}.assay.internal`], ['127.0.0.1']);
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  writeFileSync(files.caFile, issuer.cert);
  return files;
}

function identityOf(name: string, mutualTls: MutualTls, onPlainFallback?: (error: unknown) => void): Identity {
  return mutualTls === 'off'
    ? plainIdentity
    : loadIdentity(filesOf(name), { mutualTls, ...(onPlainFallback === undefined ? {} : { onPlainFallback }) });
}

type Resolver = ConnectedClient<ResolverServiceDefinition>;

function connectTo(target: string, identity: Identity, streamed: boolean): Resolver {
  const options = streamed ? ({ streamed: ['Resolve'], idempotent: ['Resolve'] } as const) : {};
  const client = connect(services.resolver, target, { identity, ...options });
  cleanups.push(client.close);
  return client;
}

const ask = (client: Resolver, timeoutMs: number): Promise<unknown> =>
  client.methods.Resolve({ query: 'what does SOL cost?' }, rootContext(timeoutMs));

/** Serves the resolver's methods in this process. Returns the port, and counts connections without TLS. */
async function serve(mutualTls: MutualTls): Promise<{ readonly port: number; readonly plain: () => number }> {
  const identity = identityOf('resolver', mutualTls);
  const server = new grpc.Server();
  const methods = serveMethods(services.resolver, { Resolve: async () => ({}) }, () => undefined);
  const mayCall = accessFor(identity);
  addUnaryMethods(server, services.resolver, methods, undefined, mayCall);
  addMux(server, methods, { maxInFlight: 10, mayCall });
  let plain = 0;
  const { port, close } = await listen(server, identity, { host: '127.0.0.1', port: 0 }, () => (plain += 1));
  cleanups.push(() => {
    const closed = close();
    server.forceShutdown();
    return closed;
  });
  return { port, plain: () => plain };
}

describe.each([true, false])('calls (streamed: %p)', (streamed) => {
  test.each<[client: MutualTls, server: MutualTls]>([
    ['off', 'off'],
    ['off', 'optional'],
    ['optional', 'off'],
    ['optional', 'optional'],
    ['optional', 'required'],
    ['required', 'optional'],
    ['required', 'required'],
  ])('a client with mutual TLS %s reaches a server with it %s', async (ofClient, ofServer) => {
    const { port, plain } = await serve(ofServer);
    const client = connectTo(`127.0.0.1:${port}`, identityOf('gateway', ofClient), streamed);
    await expect(ask(client, callMs)).resolves.toBeDefined();
    const isPlain = ofServer === 'optional' && ofClient === 'off';
    expect({ isPlain: plain() > 0 }).toEqual({ isPlain });
  });

  test.each<[client: MutualTls, server: MutualTls]>([
    ['off', 'required'],
    ['required', 'off'],
  ])('a client with mutual TLS %s cannot reach a server with it %s', async (ofClient, ofServer) => {
    const { port } = await serve(ofServer);
    const client = connectTo(`127.0.0.1:${port}`, identityOf('gateway', ofClient), streamed);
    await expect(ask(client, 700)).rejects.toMatchObject({
      code: expect.stringMatching(/^(UNAVAILABLE|DEADLINE_EXCEEDED)$/),
    });
  });

  test('with optional mutual TLS, a certificate of a service that may not call is refused', async () => {
    const { port } = await serve('optional');
    const client = connectTo(`127.0.0.1:${port}`, identityOf('billing', 'optional'), streamed);
    await expect(ask(client, callMs)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('with optional mutual TLS on both sides, certificates of different authorities end no call', async () => {
  const { port, plain } = await serve('optional');
  const stranger = loadIdentity(filesOf('gateway', createAuthority()), { mutualTls: 'optional' });
  await expect(ask(connectTo(`127.0.0.1:${port}`, stranger, true), callMs)).resolves.toBeDefined();
  expect(plain()).toBeGreaterThan(0);
});

test('a client reports once why it connected without TLS', async () => {
  const { port } = await serve('off');
  const errors: unknown[] = [];
  const identity = identityOf('gateway', 'optional', (error) => errors.push(error));
  for (let nth = 1; nth <= 3; nth += 1) {
    await ask(connectTo(`127.0.0.1:${port}`, identity, false), callMs);
  }
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ code: expect.any(String) });
});

test('a port for both survives connections that end, break or send something else', async () => {
  const { port } = await serve('optional');
  for (const bytes of ['', 'GET / HTTP/1.1\r\n\r\n', '\u0016not a handshake']) {
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.end(bytes);
    await once(socket, 'close');
  }
  const reset = connectTcp(port, '127.0.0.1');
  await once(reset, 'connect');
  reset.resetAndDestroy();
  const client = connectTo(`127.0.0.1:${port}`, identityOf('gateway', 'required'), false);
  await expect(ask(client, callMs)).resolves.toBeDefined();
});

/** A process of the resolver. */
type Replica = { readonly port: number; readonly stop: () => Promise<void> };

/** Starts the resolver as its own process. `stop` ends it as a rollout does. */
async function startResolver(mutualTls: MutualTls): Promise<Replica> {
  const { certFile, keyFile, caFile } = filesOf('resolver');
  const files = { ASSAY_TLS_CERT_FILE: certFile, ASSAY_TLS_KEY_FILE: keyFile, ASSAY_TLS_CA_FILE: caFile };
  const child = fork(join(import.meta.dirname, '../../services/resolver/src/main.ts'), {
    execArgv: ['--conditions=@assay/source'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ASSAY_LOG_LEVEL: 'error',
      ASSAY_BIND_HOST: '127.0.0.1',
      ASSAY_DRAIN_SECONDS: '1',
      ASSAY_MUTUAL_TLS: mutualTls,
      ...(mutualTls === 'off' ? {} : files),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  }
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  cleanups.push(stop);
  const started: unknown[] = await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`the resolver ended: ${output}`))),
  ]);
  const { ports } = started[0] as { readonly ports: Readonly<Record<string, number>> };
  return { port: ports['rpc'] ?? 0, stop };
}

/** An address behind which processes change. New connections reach the newest process, and open ones stay. */
type Address = { readonly target: string; readonly leadTo: (port: number) => void };

async function openAddress(): Promise<Address> {
  let backend = 0;
  const server = createServer((socket) => {
    const upstream = connectTcp(backend, '127.0.0.1');
    socket.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => socket.destroy()).pipe(socket);
  }).listen(0, '127.0.0.1');
  cleanups.push(() => server.close());
  await once(server, 'listening');
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => (backend = port),
  };
}

/** Calls through a client again and again until `stop`, which returns the number of calls and the errors. */
function callSteadily(client: Resolver): () => Promise<{ readonly calls: number; readonly errors: unknown[] }> {
  let isStopped = false;
  let calls = 0;
  const errors: unknown[] = [];
  const loop = (async () => {
    while (!isStopped) {
      calls += 1;
      await ask(client, callMs).catch((error: Error) => errors.push(error.cause ?? error));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isStopped = true;
    await loop;
    return { calls, errors };
  };
}

/** Replaces the processes of all addresses, one after the other, as a Deployment does: the next one is ready first. */
async function rollOut(addresses: readonly Address[], replicas: Replica[], mutualTls: MutualTls): Promise<void> {
  const started = await Promise.all(addresses.map(() => startResolver(mutualTls)));
  for (const [index, replica] of started.entries()) {
    addresses[index]?.leadTo(replica.port);
    await replicas[index]?.stop();
    replicas[index] = replica;
  }
}

test('no call fails while real processes change from off over optional to required and back', async () => {
  const addresses = [await openAddress(), await openAddress()];
  const target = addresses.map((address) => address.target).join(',');
  const replicas: Replica[] = [];
  await rollOut(addresses, replicas, 'off');
  const steps: readonly MutualTls[] = ['off', 'optional', 'required', 'optional', 'off'];
  for (const [nth, from] of steps.slice(0, -1).entries()) {
    const to = steps[nth + 1] ?? 'off';
    // During a rollout, callers of both configurations exist, and each calls over streams and by unary calls.
    const loads = [from, to].flatMap((mode) =>
      [true, false].map((streamed) => callSteadily(connectTo(target, identityOf('gateway', mode), streamed))),
    );
    await rollOut(addresses, replicas, to);
    const outcomes = await Promise.all(loads.map((stop) => stop()));
    expect({ from, to, errors: outcomes.flatMap(({ errors }) => errors) }).toEqual({ from, to, errors: [] });
    expect(Math.min(...outcomes.map(({ calls }) => calls))).toBeGreaterThan(5);
  }
}, 600_000);

test.each<[string | undefined, MutualTls]>([
  [undefined, 'required'],
  ['required', 'required'],
  ['optional', 'optional'],
])('with ASSAY_MUTUAL_TLS=%p and a certificate, operator commands use mutual TLS: %s', (setting, mutualTls) => {
  const { certFile, keyFile, caFile } = filesOf('operator');
  const { identity } = findServices({
    ASSAY_BILLING_ADDRESS: 'billing:7070',
    ASSAY_ENGINE_ADDRESS: 'engine:7070',
    ASSAY_ADMIN_TOKEN: 'token of the operator',
    ASSAY_TLS_CERT_FILE: certFile,
    ASSAY_TLS_KEY_FILE: keyFile,
    ASSAY_TLS_CA_FILE: caFile,
    ASSAY_MUTUAL_TLS: setting,
  });
  expect(identity?.mutualTls).toBe(mutualTls);
});
