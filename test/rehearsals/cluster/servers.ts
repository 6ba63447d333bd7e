import { readFileSync } from 'node:fs';
import { apply, kubectl, must } from './commands.ts';
import { makeNamespace, putSecret, random } from './secrets.ts';

/** The namespace of the servers that are outside of a release. */
const namespace = 'servers';
const users = ['billing', 'gateway', 'engine', 'watch'] as const;

/** Returns the image of a server, as the chart's values name it. */
function imageOf(server: string): string {
  return new RegExp(`image: (\\S+/${server}:\\S+)`).exec(readFileSync('helm/assay/values.yaml', 'utf8'))?.[1] ?? '';
}

/** Creates a Deployment with one pod, and its Service. */
async function serve(name: string, port: number, container: object, volumes: readonly object[] = []): Promise<void> {
  const labels = { server: name };
  const metadata = { name, labels };
  const image = imageOf(name === 'postgres' ? 'postgres' : 'nats');
  const readinessProbe = { tcpSocket: { port }, periodSeconds: 1 };
  // Without a request for CPU, the kernel would give the server almost none while the services start.
  const resources = { requests: { cpu: '200m', memory: '128Mi' } };
  const containers = [{ name, image, imagePullPolicy: 'IfNotPresent', readinessProbe, resources, ...container }];
  const template = { metadata: { labels }, spec: { containers, volumes } };
  const spec = { replicas: 1, strategy: { type: 'Recreate' }, selector: { matchLabels: labels }, template };
  await apply(
    namespace,
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports: [{ port }] } },
  );
  await kubectl(namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=3m');
}

/**
 * Starts NATS with the project's users and new passwords. Returns the passwords, with the keys of the chart's Secret.
 */
export async function startNats(): Promise<Readonly<Record<string, string>>> {
  const passwords = Object.fromEntries(users.map((user) => [`${user}-password`, random()]));
  const env = users.map((user) => ({
    name: `ASSAY_NATS_${user.toUpperCase()}_PASSWORD`,
    value: `'${passwords[`${user}-password`] ?? ''}'`,
  }));
  const data = { 'nats.conf': readFileSync('deploy/nats/nats-server.conf', 'utf8') };
  await apply(namespace, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nats' }, data });
  // The streams must remain when the pod is replaced by one with other passwords. So they are in a volume.
  await apply(namespace, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'nats' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  const mounts = [
    { name: 'config', mountPath: '/etc/nats' },
    { name: 'data', mountPath: '/data' },
  ];
  await serve('nats', 4222, { args: ['-c', '/etc/nats/nats.conf', '-sd', '/data'], env, volumeMounts: mounts }, [
    { name: 'config', configMap: { name: 'nats' } },
    { name: 'data', persistentVolumeClaim: { claimName: 'nats' } },
  ]);
  return passwords;
}

/**
 * Starts PostgreSQL and creates the project's roles. Returns the URLs of the roles, with the keys of the chart's
 * Secret.
 */
async function startPostgres(): Promise<Readonly<Record<string, string>>> {
  const password = random();
  const env = [
    { name: 'POSTGRES_DB', value: 'assay' },
    { name: 'POSTGRES_PASSWORD', value: password },
  ];
  await serve('postgres', 5432, { env });
  const address = await kubectl(namespace, 'get', 'service', 'postgres', '-o', 'jsonpath={.spec.clusterIP}');
  const adminUrl = `postgres://postgres:${password}@${address}:5432/assay`;
  const make = 'ASSAY_PG_ADMIN_URL=$0 node packages/stack/dist/create-roles.js --host postgres.servers:5432';
  const lines = (await must('sh', '-euc', make, adminUrl)).trim().split('\n');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs);
}

/** Starts both servers, and creates the Secrets of a release that uses them. */
export async function startServers(release: string): Promise<void> {
  await apply('default', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await makeNamespace(release);
  await putSecret(release, 'assay-nats', await startNats());
  await putSecret(release, 'assay-postgresql', await startPostgres());
  await putSecret(release, 'assay', {
    'admin-token': random(),
    'billing-secret-keys': `k1:${random()}`,
    'watch-secret-keys': `k1:${random()}`,
    'dashboard-secret': random(),
    'dashboard-secret-keys': `k1:${random()}`,
  });
}
