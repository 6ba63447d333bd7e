import { expect, test } from '@jest/globals';
import { createServer, connect, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { inspectCertificate } from './authority.ts';
import type { ClusterSecrets, StoredSecret } from './cluster-secrets.ts';
import { renewAll } from './renew-all.ts';
import { trustedAuthorities, type SecretData } from './renewal.ts';

const dayMs = 86_400_000;
const startMs = Date.now();
const certificates = {
  authority: 'assay-authority',
  holders: [
    { secret: 'assay-billing-tls', dnsNames: ['billing.assay.assay.internal', 'assay-billing'] },
    { secret: 'assay-gateway-tls', dnsNames: ['gateway.assay.assay.internal', 'assay-gateway'] },
  ],
  terms: { days: 90, renewBeforeDays: 30 },
};

/** Returns Secrets in memory. As in Kubernetes, a Secret can be replaced only by naming its current version. */
function memorySecrets(): ClusterSecrets & { readonly stored: Map<string, SecretData> } {
  const stored = new Map<string, SecretData>();
  const versions = new Map<string, number>();
  return {
    stored,
    read: async (name): Promise<StoredSecret | undefined> => {
      const data = stored.get(name);
      return data === undefined ? undefined : { data, resourceVersion: String(versions.get(name)) };
    },
    write: async (name, data, replaced) => {
      if (replaced?.resourceVersion !== (stored.has(name) ? String(versions.get(name)) : undefined)) {
        throw new Error('409');
      }
      stored.set(name, data);
      versions.set(name, (versions.get(name) ?? 0) + 1);
    },
  };
}

/**
 * Connects one service to another by mutual TLS. Returns the names that the server read from the caller's certificate.
 */
async function dial(caller: SecretData, callee: SecretData, servername: string): Promise<string> {
  const server = createServer(
    {
      cert: callee['tls.crt'],
      key: callee['tls.key'],
      ca: callee['ca.crt'],
      requestCert: true,
      rejectUnauthorized: true,
    },
    (socket) => socket.end(socket.getPeerCertificate().subjectaltname ?? ''),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = {
    port,
    host: '127.0.0.1',
    servername,
    cert: caller['tls.crt'],
    key: caller['tls.key'],
    ca: caller['ca.crt'],
  };
  try {
    return await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket: TLSSocket = connect(options);
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
  } finally {
    server.close();
  }
}

test('the first run makes an authority and a certificate for each service, and the next one nothing', async () => {
  const secrets = memorySecrets();
  expect(await renewAll(secrets, certificates, startMs)).toEqual([
    'assay-authority',
    'assay-billing-tls',
    'assay-gateway-tls',
  ]);
  expect(await renewAll(secrets, certificates, startMs + dayMs)).toEqual([]);
  const [billing, gateway] = ['assay-billing-tls', 'assay-gateway-tls'].map((name) => secrets.stored.get(name) ?? {});
  const names = await dial(gateway ?? {}, billing ?? {}, 'assay-billing');
  expect(names).toBe('DNS:gateway.assay.assay.internal, DNS:assay-gateway');
  // Each service has its own key, and trusts no other authority.
  expect(billing?.['tls.key']).not.toBe(gateway?.['tls.key']);
  const other = memorySecrets();
  await renewAll(other, certificates, startMs);
  await expect(dial(other.stored.get('assay-gateway-tls') ?? {}, billing ?? {}, 'assay-billing')).rejects.toThrow();
}, 30_000);

test('a certificate is renewed a month before its end, for new names, and when its Secret is damaged or gone', async () => {
  const secrets = memorySecrets();
  await renewAll(secrets, certificates, startMs);
  expect(await renewAll(secrets, certificates, startMs + 59 * dayMs)).toEqual([]);
  expect(await renewAll(secrets, certificates, startMs + 60.5 * dayMs)).toEqual([
    'assay-billing-tls',
    'assay-gateway-tls',
  ]);
  secrets.stored.set('assay-billing-tls', { 'tls.crt': 'damaged', 'tls.key': 'x', 'ca.crt': '' });
  secrets.stored.delete('assay-gateway-tls');
  expect(await renewAll(secrets, certificates, startMs + 61 * dayMs)).toEqual([
    'assay-billing-tls',
    'assay-gateway-tls',
  ]);
  const renamed = { ...certificates, holders: [{ secret: 'assay-billing-tls', dnsNames: ['billing.other'] }] };
  expect(await renewAll(secrets, renamed, startMs + 61 * dayMs)).toEqual(['assay-billing-tls']);
}, 30_000);

test('a new authority is trusted by every service for a month before it signs, and the old one until its end', async () => {
  const secrets = memorySecrets();
  const wantedOfBilling = { ...certificates, holders: certificates.holders.slice(0, 1) };
  await renewAll(secrets, wantedOfBilling, startMs);
  const signerOf = (): string => secrets.stored.get('assay-authority')?.['tls.crt'] ?? '';
  const first = signerOf();
  let lastTrusted = '';
  // The authority ends after 3,650 days.
  for (let day = 3_270; day < 3_700; day += 25) {
    const nowMs = startMs + day * dayMs;
    await renewAll(secrets, wantedOfBilling, nowMs);
    const authority = secrets.stored.get('assay-authority') ?? {};
    for (const { secret } of wantedOfBilling.holders) {
      const data = secrets.stored.get(secret) ?? {};
      const inspected = inspectCertificate(data['tls.crt']);
      expect(inspected?.endsAtMs).toBeGreaterThan(nowMs + 25 * dayMs);
      expect(inspected?.isSignedBy(signerOf())).toBe(true);
      expect(data['ca.crt']).toBe(trustedAuthorities(authority, nowMs));
      // Even a pod that has not read its Secret since the last run must trust the authority that signs now.
      expect(lastTrusted === '' || lastTrusted.includes(signerOf().trim())).toBe(true);
    }
    lastTrusted = trustedAuthorities(authority, nowMs);
  }
  expect(signerOf()).not.toBe(first);
  expect(lastTrusted).not.toContain(first.trim());
}, 120_000);
