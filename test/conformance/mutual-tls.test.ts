import * as grpc from '@grpc/grpc-js';
import { createAuthority, type Authority, type Certificate } from '@assay/egress/testing/certificates';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessFor, callersOf } from '@assay/rpc/callers';
import { connect, type ConnectedClient } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { TlsFiles } from '@assay/rpc/certificate-files';
import { callerNames, loadIdentity, plainIdentity, tlsFiles, type Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { addMux } from '@assay/rpc/mux-server';
import { addUnaryMethods, serveMethods } from '@assay/rpc/server';
import type { GateServiceDefinition } from '@assay/rpc/gen/assay/gate/v1/GateService';

let authority: Authority;
let strangers: Authority;
const cleanups: (() => void)[] = [];

beforeAll(() => {
  authority = createAuthority();
  strangers = createAuthority();
});

afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) {
    cleanup();
  }
});

/** Writes a certificate, its key and a trusted authority to a new folder. */
function writeFiles(certificate: Certificate, trusted: Authority = authority): TlsFiles {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tls-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key'), caFile: join(folder, 'ca.crt') };
  replaceFiles(files, certificate, trusted);
  return files;
}

function replaceFiles(files: TlsFiles, { cert, key }: Certificate, trusted: Authority): void {
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  writeFileSync(files.caFile, trusted.cert);
}

const identityFrom = (certificate: Certificate, trusted: Authority = authority): Identity =>
  loadIdentity(writeFiles(certificate, trusted));

const identityOf = (name: string): Identity => identityFrom(authority.issue([`${name}.assay.svc`], ['127.0.0.1']));

async function serveGate(identity: Identity): Promise<number> {
  const server = new grpc.Server();
  const methods = serveMethods(services.gate, { Judge: async () => ({}) }, () => undefined);
  const mayCall = accessFor(identity);
  addUnaryMethods(server, services.gate, methods, undefined, mayCall);
  addMux(server, methods, { maxInFlight: 10, mayCall });
  cleanups.push(() => server.forceShutdown());
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', identity.server, (error, port) => (error === null ? resolve(port) : reject(error)));
  });
}

function connectTo(port: number, identity: Identity, streamed: boolean): ConnectedClient<GateServiceDefinition> {
  const client = connect(services.gate, `127.0.0.1:${port}`, {
    identity,
    ...(streamed ? { streamed: ['Judge'] } : {}),
  });
  cleanups.push(client.close);
  return client;
}

const judge = (client: ConnectedClient<GateServiceDefinition>, timeoutMs: number): Promise<unknown> =>
  client.methods.Judge({}, rootContext(timeoutMs));

test.each([true, false])(
  'with certificates a method answers the callers that it names, and refuses others (streamed: %p)',
  async (streamed) => {
    const port = await serveGate(identityOf('gate'));
    await expect(judge(connectTo(port, identityOf('gateway'), streamed), 5_000)).resolves.toBeDefined();
    await expect(judge(connectTo(port, identityOf('watch'), streamed), 5_000)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  },
);

test.each([true, false])(
  'a caller without a certificate of the same authority reaches nothing (streamed: %p)',
  async (streamed) => {
    const port = await serveGate(identityOf('gate'));
    const stranger = identityFrom(strangers.issue(['gateway'], ['127.0.0.1']));
    for (const identity of [plainIdentity, stranger]) {
      await expect(judge(connectTo(port, identity, streamed), 700)).rejects.toMatchObject({
        code: expect.stringMatching(/^(UNAVAILABLE|DEADLINE_EXCEEDED)$/),
      });
    }
  },
);

test('a client refuses a server whose certificate another authority signed', async () => {
  const port = await serveGate(identityFrom(strangers.issue(['gate'], ['127.0.0.1'])));
  await expect(judge(connectTo(port, identityOf('gateway'), true), 700)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

test.each([true, false])(
  'a server at an address must name that address in its certificate (streamed: %p)',
  async (streamed) => {
    const port = await serveGate(identityFrom(authority.issue(['gate'], ['127.0.0.9'])));
    await expect(judge(connectTo(port, identityOf('gateway'), streamed), 700)).rejects.toMatchObject({
      code: expect.stringMatching(/^(UNAVAILABLE|DEADLINE_EXCEEDED)$/),
    });
  },
);

test('replaced files take effect for new connections without a restart', async () => {
  const files = writeFiles(strangers.issue(['gate'], ['127.0.0.1']), strangers);
  const port = await serveGate(loadIdentity(files, { checkMs: 20 }));
  await expect(judge(connectTo(port, identityOf('gateway'), false), 700)).rejects.toBeDefined();
  replaceFiles(files, authority.issue(['gate'], ['127.0.0.1']), authority);
  const deadlineMs = performance.now() + 20_000;
  let isAnswered = false;
  while (!isAnswered && performance.now() < deadlineMs) {
    isAnswered = await judge(connectTo(port, identityOf('gateway'), false), 1_000).then(
      () => true,
      () => false,
    );
  }
  expect(isAnswered).toBe(true);
}, 30_000);

test('without certificates every caller may call every method', async () => {
  const port = await serveGate(plainIdentity);
  await expect(judge(connectTo(port, plainIdentity, true), 5_000)).resolves.toBeDefined();
});

test('a caller is the first label of each DNS name of its certificate, and never an address', () => {
  const subjectaltname = 'DNS:gateway.assay.svc, DNS:watch, IP Address:127.0.0.1, URI:spiffe://operator';
  expect(callerNames({ sslPeerCertificate: { subjectaltname } })).toEqual(['gateway', 'watch']);
  expect(callerNames({})).toEqual([]);
  expect(callerNames(null)).toEqual([]);
});

test('every method of every service names its callers, and none is open to all', () => {
  for (const methods of Object.values(callersOf)) {
    for (const callers of Object.values(methods as Readonly<Record<string, readonly string[]>>)) {
      expect(callers.length).toBeGreaterThan(0);
    }
  }
});

test('the three files are set together or not at all', () => {
  expect(tlsFiles({})).toBeUndefined();
  expect(tlsFiles({ ASSAY_TLS_CERT_FILE: '' })).toBeUndefined();
  expect(() => tlsFiles({ ASSAY_TLS_CERT_FILE: 'tls.crt', ASSAY_TLS_KEY_FILE: 'tls.key' })).toThrow(
    'mutual TLS needs all three files: set ASSAY_TLS_CA_FILE too',
  );
});

test('a file that cannot be read stops the start', () => {
  expect(() => loadIdentity({ certFile: '/nowhere/tls.crt', keyFile: '', caFile: '' })).toThrow('ENOENT');
});

test.each<[keyof TlsFiles, string, string]>([
  ['certFile', '', 'tls.crt must contain a certificate in PEM'],
  ['certFile', 'dGxzLmNydA==', 'tls.crt must contain a certificate in PEM'],
  ['caFile', '\n', 'ca.crt must contain the certificate of an authority in PEM'],
  ['keyFile', '', 'tls.key must contain the key of '],
  ['keyFile', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'tls.key must contain the key of '],
])('a wrong content of %s stops the start and is named (%j)', (file, content, message) => {
  const files = writeFiles(authority.issue(['gate']));
  writeFileSync(files[file], content);
  expect(() => loadIdentity(files)).toThrow(message);
});

test('the key of another certificate stops the start', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const files = writeFiles(authority.issue(['gate']));
  writeFileSync(files.keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(() => loadIdentity(files)).toThrow(`must contain the key of ${files.certFile}`);
});

test('wrong replaced files are reported, and the service keeps its certificate', async () => {
  const files = writeFiles(authority.issue(['gate'], ['127.0.0.1']));
  const reported = new Promise((resolve) => {
    loadIdentity(files, { checkMs: 20, onFailure: resolve });
  });
  writeFileSync(files.certFile, 'half a certificate');
  await expect(reported).resolves.toMatchObject({ message: expect.stringContaining(files.certFile) });
});
