import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issueCertificate } from './authority.ts';
import { openClusterSecrets, sendAsServiceAccount, type ClusterSecrets } from './cluster-secrets.ts';

type Stored = { metadata: { resourceVersion?: string }; data: Record<string, string> };

let folder: string;
let server: Server;
let secrets: ClusterSecrets;
const stored = new Map<string, Stored>();

/**
 * Starts a simulated API server with the Secrets of one namespace. It accepts one token. It refuses to replace a Secret
 * when the given version is not the current one.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-account-'));
  const validity = { fromMs: Date.now() - 60_000, untilMs: Date.now() + 60_000_000 };
  const authority = createAuthority('cluster', validity);
  const serverCertificate = issueCertificate(authority, ['localhost'], validity);
  writeFileSync(join(folder, 'ca.crt'), authority.cert);
  writeFileSync(join(folder, 'token'), 'the-token\n');
  server = createServer({ cert: serverCertificate.cert, key: serverCertificate.key }, (request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const name = (request.url ?? '').slice('/api/v1/namespaces/assay/secrets'.length + 1);
      const answer = (status: number, body: object): void => {
        response.writeHead(status).end(JSON.stringify(body));
      };
      if (request.headers.authorization !== 'Bearer the-token') {
        answer(401, { message: 'Unauthorized' });
      } else if (request.method === 'GET') {
        const storedSecret = stored.get(name);
        answer(storedSecret === undefined ? 404 : 200, storedSecret ?? { message: 'not found' });
      } else {
        const sentSecret = JSON.parse(text) as Stored & { metadata: { name: string } };
        const current = stored.get(sentSecret.metadata.name)?.metadata.resourceVersion;
        if (current !== sentSecret.metadata.resourceVersion) {
          answer(409, { message: 'the object has been modified' });
          return;
        }
        const resourceVersion = String(Number(current ?? 0) + 1);
        stored.set(sentSecret.metadata.name, { ...sentSecret, metadata: { ...sentSecret.metadata, resourceVersion } });
        answer(200, {});
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  secrets = openClusterSecrets(sendAsServiceAccount({ host: 'localhost', port }, folder), 'assay', { owner: 'assay' });
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

test('a Secret is created, read and replaced, and an old version replaces nothing', async () => {
  expect(await secrets.read('one')).toBeUndefined();
  await secrets.write('one', { 'tls.crt': 'first' }, undefined);
  const first = await secrets.read('one');
  expect(first).toEqual({ data: { 'tls.crt': 'first' }, resourceVersion: '1' });
  await secrets.write('one', { 'tls.crt': 'second' }, first);
  await expect(secrets.write('one', { 'tls.crt': 'third' }, first)).rejects.toThrow(
    'HTTP 409 the object has been modified',
  );
  expect((await secrets.read('one'))?.data).toEqual({ 'tls.crt': 'second' });
});

test('a token that Kubernetes replaced is read again, and a refusal says what the API server said', async () => {
  writeFileSync(join(folder, 'token'), 'an-old-token');
  await expect(secrets.read('one')).rejects.toThrow('could not read the Secret one: HTTP 401 Unauthorized');
  writeFileSync(join(folder, 'token'), 'the-token');
  expect(await secrets.read('none')).toBeUndefined();
});
