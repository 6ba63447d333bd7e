import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { podsOf, readVariants, renderChart, root, valuesOf, type KubernetesObject } from './support/chart.ts';

const variants = readVariants();
const production = variants.get('production') ?? [];
const services = ['billing', 'dashboard', 'engine', 'gate', 'gateway', 'operator', 'resolver', 'watch'];

const ofKind = (objects: readonly KubernetesObject[], kind: string): readonly KubernetesObject[] =>
  objects.filter((object) => object.kind === kind);
const objectNamed = (objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject | undefined =>
  ofKind(objects, kind).find(({ metadata }) => metadata.name === name);
const dataOf = (object: KubernetesObject | undefined): Readonly<Record<string, string>> =>
  (object as unknown as { readonly data: Readonly<Record<string, string>> } | undefined)?.data ?? {};
const readRoot = (path: string): string => readFileSync(join(root, path), 'utf8');

test('cert-manager makes a certificate for each service, valid for the names that callers dial', () => {
  for (const name of services) {
    expect(objectNamed(production, 'Certificate', `assay-${name}`)?.spec).toEqual({
      secretName: `assay-${name}-tls`,
      duration: '2160h',
      renewBefore: '720h',
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      usages: ['digital signature', 'server auth', 'client auth'],
      // The first name in this list identifies the service that has the certificate.
      dnsNames: [`${name}.assay.assay.internal`, `assay-${name}`],
      issuerRef: { group: 'cert-manager.io', kind: 'Issuer', name: 'assay-authority' },
    });
  }
  expect(objectNamed(production, 'Certificate', 'assay-authority')?.spec).toMatchObject({
    isCA: true,
    secretName: 'assay-authority',
    issuerRef: { name: 'assay-self-signed', kind: 'Issuer' },
  });
  expect(objectNamed(production, 'Issuer', 'assay-authority')?.spec).toEqual({ ca: { secretName: 'assay-authority' } });
});

test('an issuer of the cluster signs where the values name one, and the release then has no authority', () => {
  const set = 'tls.certManager.issuerRef.name=corp,tls.certManager.issuerRef.kind=ClusterIssuer';
  const objects = renderChart('-f', valuesOf('production'), '--set', set);
  expect(ofKind(objects, 'Issuer')).toEqual([]);
  const certificates = ofKind(objects, 'Certificate');
  expect(certificates.map(({ metadata }) => metadata.name)).toEqual(services.map((name) => `assay-${name}`));
  for (const { spec } of certificates) {
    expect(spec['issuerRef']).toEqual({ group: 'cert-manager.io', kind: 'ClusterIssuer', name: 'corp' });
  }
});

test.each([
  ['gateway', 'api.example.com'],
  ['dashboard', 'dashboard.example.com'],
])('the Ingress of the %s leads to its public port alone', (name, host) => {
  expect(objectNamed(production, 'Ingress', `assay-${name}`)?.spec).toEqual({
    ingressClassName: 'nginx',
    tls: [{ hosts: [host], secretName: 'example-com' }],
    rules: [
      {
        host,
        http: {
          paths: [
            { path: '/', pathType: 'Prefix', backend: { service: { name: `assay-${name}`, port: { name: 'http' } } } },
          ],
        },
      },
    ],
  });
});

test('Prometheus scrapes every Service of the release, and has the rules of deploy/', () => {
  const labels = { release: 'kube-prometheus-stack' };
  const monitor = objectNamed(production, 'ServiceMonitor', 'assay');
  expect(monitor).toMatchObject({ metadata: { labels } });
  expect(monitor?.spec).toMatchObject({
    selector: { matchLabels: { 'app.kubernetes.io/name': 'assay', 'app.kubernetes.io/instance': 'assay' } },
    endpoints: [{ port: 'ops', path: '/metrics', interval: '15s', honorLabels: true }],
  });
  const rules = objectNamed(production, 'PrometheusRule', 'assay');
  expect(rules).toMatchObject({ metadata: { labels } });
  expect(rules?.spec).toEqual(parse(readRoot('deploy/observability/prometheus/rules.yaml')));
});

test('Grafana finds each dashboard of deploy/ whole', () => {
  const folder = 'deploy/observability/grafana/dashboards';
  const files = readdirSync(join(root, folder));
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const file of files) {
    const map = objectNamed(production, 'ConfigMap', `assay-${file.replace('.json', '')}`);
    expect(map).toMatchObject({ metadata: { labels: { grafana_dashboard: '1', release: 'kube-prometheus-stack' } } });
    expect(JSON.parse(dataOf(map)[file] ?? 'null')).toEqual(JSON.parse(readRoot(`${folder}/${file}`)));
  }
});

test('the bundled NATS servers have the users and permissions of deploy/', () => {
  for (const variant of ['sandbox', 'operator']) {
    const data = dataOf(objectNamed(variants.get(variant) ?? [], 'ConfigMap', 'assay-nats'));
    expect(data['permissions.conf']?.trim()).toBe(readRoot('deploy/nats/nats-server.conf').trim());
  }
});

test('the operator of PostgreSQL runs three instances, and an acknowledged charge is on two of them', () => {
  expect(objectNamed(variants.get('operator') ?? [], 'Cluster', 'assay-postgresql')?.spec).toEqual({
    instances: 3,
    imageName: 'ghcr.io/cloudnative-pg/postgresql:18',
    storage: { size: '50Gi', storageClass: 'fast' },
    bootstrap: { initdb: { database: 'assay', owner: 'assay' } },
    postgresql: { synchronous: { method: 'any', number: 1 }, parameters: { max_connections: '300' } },
  });
});

test('with roles of their own, the database is made with the roles of deploy/, and each service has its URL', () => {
  const objects = renderChart('-f', valuesOf('operator'), '--set', 'postgresql.cluster.roles=own');
  const cluster = objectNamed(objects, 'Cluster', 'assay-postgresql');
  expect(cluster?.spec['bootstrap']).toMatchObject({
    initdb: { postInitApplicationSQLRefs: { configMapRefs: [{ name: 'assay-postgresql-roles', key: 'roles.sql' }] } },
  });
  const roles = dataOf(objectNamed(objects, 'ConfigMap', 'assay-postgresql-roles'))['roles.sql'];
  expect(roles?.trim()).toBe(readRoot('deploy/postgres/roles.sql').trim());
  const billing = podsOf(objects).find(({ owner }) => owner === 'Deployment/assay-billing');
  expect(billing?.spec.containers[0]?.env).toContainEqual({
    name: 'ASSAY_PG_URL',
    valueFrom: { secretKeyRef: { name: 'assay-postgresql', key: 'billing-url' } },
  });
});

test.each([...variants])('the migrations of %s run once, with an end and a log', (variant, objects) => {
  const job = objectNamed(objects, 'Job', 'assay-migrations');
  expect(job?.spec).toMatchObject({ backoffLimit: 3, activeDeadlineSeconds: 600 });
  const pod = podsOf(objects).find(({ owner }) => owner === 'Job/assay-migrations');
  const [container] = pod?.spec.containers ?? [];
  expect(pod?.spec.restartPolicy).toBe('Never');
  expect(container?.args).toEqual(['packages/stack/dist/migrate.js', '--wait-seconds=300']);
  const keys = container?.env?.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef]);
  const owners = ['billing', 'dashboard', 'engine', 'watch'].map((name) => [
    `ASSAY_PG_URL_${name.toUpperCase()}`,
    { name: 'assay-postgresql', key: `${name}-owner-url`, optional: true },
  ]);
  expect(keys).toEqual(
    variant === 'operator'
      ? [['ASSAY_PG_URL', { name: 'assay-postgresql-app', key: 'uri' }]]
      : [['ASSAY_PG_URL', { name: 'assay-postgresql', key: 'migrations-url', optional: true }], ...owners],
  );
});

test.each(['sandbox', 'operator', 'minimal'])('an upgrade of %s migrates before it replaces a service', (variant) => {
  const objects = renderChart('-f', valuesOf(variant), '--is-upgrade');
  for (const kind of ['Job', 'NetworkPolicy', 'ServiceAccount']) {
    const hook = objectNamed(objects, kind, 'assay-migrations')?.metadata.annotations?.['helm.sh/hook'];
    expect([kind, hook?.split(',')]).toEqual([kind, expect.arrayContaining(['pre-upgrade'])]);
  }
});

test.each(['sandbox', 'no-internet'])(
  'the certificates of %s are made once a release, and renewed every day',
  (variant) => {
    const objects = variants.get(variant) ?? [];
    expect(objectNamed(objects, 'CronJob', 'assay-certificates')?.spec).toMatchObject({
      schedule: '17 3 * * *',
      concurrencyPolicy: 'Forbid',
    });
    expect(objectNamed(objects, 'Job', 'assay-certificates-1')?.spec).toMatchObject({
      backoffLimit: 10,
      activeDeadlineSeconds: 600,
      ttlSecondsAfterFinished: 86_400,
    });
    const pods = podsOf(objects).filter(({ owner }) => /^(Cron)?Job\/assay-certificates/.test(owner));
    expect(pods.map(({ spec }) => spec.containers[0]?.args)).toEqual(
      Array(2).fill(['packages/stack/dist/renew-certificates.js']),
    );
    for (const { spec } of pods) {
      const env = Object.fromEntries(spec.containers[0]?.env?.map(({ name, value }) => [name, value]) ?? []);
      expect(env).toMatchObject({
        ASSAY_NAMESPACE: 'assay',
        ASSAY_RELEASE: 'assay',
        ASSAY_AUTHORITY_SECRET: 'assay-authority',
        ASSAY_CERTIFICATE_DAYS: '90',
        ASSAY_CERTIFICATE_RENEW_DAYS: '30',
      });
    }
  },
);

test('three NATS servers have their certificate, and a container that loads it again when it changed', () => {
  const pod = podsOf(variants.get('operator') ?? []).find(({ owner }) => owner === 'StatefulSet/assay-nats');
  const [server, reload] = pod?.spec.containers ?? [];
  expect(server?.volumeMounts).toContainEqual({ name: 'tls', mountPath: '/etc/nats-tls', readOnly: true });
  expect(pod?.spec).toMatchObject({ shareProcessNamespace: true });
  expect(reload).toMatchObject({ name: 'reload', command: ['sh', '-c', expect.stringContaining('--signal reload=')] });
  const set = objectNamed(variants.get('operator') ?? [], 'StatefulSet', 'assay-nats');
  expect(set?.spec).toMatchObject({ replicas: 3, serviceName: 'assay-nats', podManagementPolicy: 'Parallel' });
});

test('a changed permission of NATS restarts its servers', () => {
  const set = objectNamed(variants.get('sandbox') ?? [], 'StatefulSet', 'assay-nats');
  const data = dataOf(objectNamed(variants.get('sandbox') ?? [], 'ConfigMap', 'assay-nats'));
  const parts = [data['permissions.conf'], data['nats.conf']].map((part) => (part ?? '').trim());
  expect(set?.spec['template']).toMatchObject({
    metadata: { annotations: { 'checksum/config': createHash('sha256').update(parts.join('\n')).digest('hex') } },
  });
});
