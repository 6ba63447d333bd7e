import { createAuthority, issueCertificate, type KeyedCertificate } from '@assay/stack/certificates/authority';
import { startNats, type NatsServer } from '@assay/stack/nats';
import { poll } from '@assay/stack/poll';
import { freePort } from '@assay/stack/ports';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVariants } from './support/chart.ts';

const dayMs = 86_400_000;
const validity = { fromMs: Date.now() - dayMs, untilMs: Date.now() + dayMs };
const names = ['nats.assay.assay.internal', 'localhost'];
const users = { BILLING: 'b', GATEWAY: 'g', ENGINE: 'e', WATCH: 'w' };
const servers: NatsServer[] = [];
let folder: string;
let authority: KeyedCertificate;
let clusterPorts: number[];
let ports: { readonly monitor: number; readonly cluster: number }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-nats-cluster-'));
  authority = createAuthority('authority', validity);
  clusterPorts = [await freePort(), await freePort()];
  ports = [];
  for (const cluster of clusterPorts) {
    ports.push({
      cluster,
      monitor: await start(`member-${cluster}`, cluster, issueCertificate(authority, names, validity)),
    });
  }
}, 60_000);

afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()));
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/**
 * Returns the configuration that the chart gives to one of three servers. It has this machine's ports, folders and
 * names instead of the cluster's.
 */
function configOf(name: string, cluster: number, monitor: number): string {
  const maps = (readVariants().get('operator') ?? []).filter(({ kind }) => kind === 'ConfigMap');
  const data = maps
    .map((map) => (map as unknown as { readonly data: Readonly<Record<string, string>> }).data)
    .find((each) => each['nats.conf'] !== undefined);
  const at = join(folder, name);
  mkdirSync(at);
  writeFileSync(join(at, 'permissions.conf'), data?.['permissions.conf'] ?? '');
  const routes = clusterPorts.map((port) => `nats://localhost:${port}`).join('\n');
  return (data?.['nats.conf'] ?? '')
    .replace(/^port: \d+$/m, '')
    .replace('http_port: 8222', `http: 127.0.0.1:${monitor}`)
    .replace('server_name: $POD_NAME', `server_name: ${name}`)
    .replace('/run/nats/nats.pid', join(at, 'nats.pid'))
    .replace('port: 6222', `listen: 127.0.0.1:${cluster}`)
    .replaceAll('/etc/nats-tls', at)
    .replace(/routes: \[[^\]]*\]/, `routes: [\n${routes}\n]`);
}

/** Starts a server of the cluster. Returns the port on which it serves monitoring. */
async function start(name: string, cluster: number, own: KeyedCertificate, ca = authority): Promise<number> {
  const monitor = await freePort();
  const config = configOf(name, cluster, monitor);
  const at = join(folder, name);
  writeFileSync(join(at, 'nats.conf'), config);
  writeFileSync(join(at, 'tls.crt'), own.cert);
  writeFileSync(join(at, 'tls.key'), own.key);
  writeFileSync(join(at, 'ca.crt'), ca.cert);
  const environment = Object.fromEntries(
    Object.entries(users).map(([user, password]) => [`ASSAY_NATS_${user}_PASSWORD`, password]),
  );
  const configFile = join(at, 'nats.conf');
  servers.push(await startNats({ dataDir: at, configFile, environment, log: () => undefined }));
  return monitor;
}

async function ask(monitor: number, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${monitor}${path}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Returns the ids of the servers to which a server has a connection ("route"). */
async function routesOf(monitor: number): Promise<readonly string[]> {
  const { routes } = (await ask(monitor, '/routez')) as { readonly routes: readonly { readonly remote_id: string }[] };
  return [...new Set(routes.map(({ remote_id: id }) => id))];
}

/** Returns the id of the second member. In this test, the first member has a connection ("route") only to it. */
const secondMember = async (): Promise<unknown> => (await ask(ports[1]?.monitor ?? 0, '/varz'))['server_id'];

test('servers with certificates of the release find each other', async () => {
  const [first] = ports;
  const routedServers = await poll(
    async () => {
      const routes = await routesOf(first?.monitor ?? 0);
      return routes.length > 0 ? routes : undefined;
    },
    { timeoutMs: 20_000, everyMs: 100, onTimeout: () => [] as string[] },
  );
  expect(routedServers).toEqual([await secondMember()]);
}, 30_000);

test('the cluster port speaks to nobody without TLS', async () => {
  const firstBytes = await new Promise<string>((resolve) => {
    const socket = connect(ports[0]?.cluster ?? 0, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('close', () => resolve(text));
    socket.on('connect', () => socket.write('CONNECT {"verbose":false,"name":"stranger"}\r\nPING\r\n'));
  });
  expect(firstBytes).not.toContain('PONG');
}, 30_000);

test.each([
  [
    'a certificate of another authority',
    (): KeyedCertificate => issueCertificate(createAuthority('x', validity), names, validity),
  ],
  [
    'the certificate of a service',
    () => issueCertificate(authority, ['billing.assay.assay.internal', 'assay-billing'], validity),
  ],
] as const)(
  'a server with %s does not join',
  async (name, certificateOf) => {
    const stranger = `stranger-${name.length}`;
    const monitor = await start(stranger, await freePort(), certificateOf());
    // The two members are connected by now. So a stranger that was allowed to join would have joined too.
    await poll(async () => (refusalsOf(stranger) > 2 ? true : undefined), {
      timeoutMs: 20_000,
      everyMs: 100,
      onTimeout: () => {
        throw new Error('the stranger did not try to join');
      },
    });
    expect(await routesOf(monitor)).toEqual([]);
    expect(await routesOf(ports[0]?.monitor ?? 0)).toEqual([await secondMember()]);
  },
  40_000,
);

/** Returns the number of failed routes that a server has logged. */
function refusalsOf(name: string): number {
  const text = readFileSync(join(folder, name, 'logs', 'nats.log'), 'utf8');
  return text.match(/TLS route handshake error|Client Closed|Route.*closed|tls: /gi)?.length ?? 0;
}
