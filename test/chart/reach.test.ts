import { expect, test } from '@jest/globals';
import { readVariants, renderChart } from './support/chart.ts';
import { reachOf } from './support/reach.ts';

/**
 * The connections between pods that every release allows. For each pod, it lists the ports of other pods that the pod
 * can reach.
 */
const always: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['billing 7070', 'engine 7070', 'gateway 8080', 'watch 7070'],
  engine: ['billing 7070'],
  gate: ['engine 7070'],
  gateway: ['billing 7070', 'engine 7070', 'gate 7070', 'resolver 7070', 'watch 7070'],
  operator: ['billing 7070', 'dashboard 7070', 'dashboard 8090', 'engine 7070', 'watch 7070'],
  test: ['gateway 8080'],
  watch: ['billing 7070', 'engine 7070'],
};
const withNats: Readonly<Record<string, readonly string[]>> = {
  billing: ['nats 4222'],
  engine: ['nats 4222'],
  gateway: ['nats 4222'],
  nats: ['nats 6222'],
  watch: ['nats 4222'],
};
const withDatabase = (pod: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(['billing', 'dashboard', 'engine', 'migrations', 'watch'].map((name) => [name, [`${pod} 5432`]]));
const withSandbox = Object.fromEntries(
  ['dashboard', 'engine', 'watch'].map((name) => [name, ['sandbox 2525', 'sandbox 8081']]),
);
const apiServer = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map(
  (cidr) => `certificates > ${cidr} 443,6443`,
);
const anybody = ['anybody > dashboard 8090', 'anybody > gateway 8080'];
const internet = (v4: number, v6: number): readonly string[] =>
  ['engine', 'watch'].flatMap((name) => [
    `${name} > 0.0.0.0/0 without ${v4} all`,
    `${name} > 2000::/3 without ${v6} all`,
  ]);
const servers = (postgresql: string, nats: string): readonly string[] => [
  ...['billing', 'dashboard', 'engine', 'migrations', 'watch'].map((name) => `${name} > ${postgresql} 5432`),
  ...['billing', 'engine', 'gateway', 'watch'].map((name) => `${name} > ${nats} 4222`),
];
const collector = ['billing', 'dashboard', 'engine', 'gate', 'gateway', 'operator', 'resolver', 'watch'].map(
  (name) => `${name} > namespace observability app.kubernetes.io/name=opentelemetry-collector 4318`,
);

/** The allowed connections of each variant. Another test covers name lookups and scrapes, which every pod may do. */
const matrices = {
  minimal: {
    inside: [always],
    outside: [...anybody, ...apiServer, ...servers('10.20.0.0/24', '10.20.1.0/24'), ...internet(14, 2)],
  },
  'no-internet': {
    inside: [always],
    outside: [
      ...anybody,
      ...apiServer,
      ...servers('fd20::/64', 'fd20:1::/64'),
      'engine > fd40::/64 443',
      'watch > fd40::/64 443',
      'watch > fd30::/16 all',
    ],
  },
  operator: {
    inside: [always, withNats, withDatabase('cluster')],
    outside: [...anybody, ...internet(14, 2), 'namespace cnpg-system > cluster 8000,5432'],
  },
  production: {
    inside: [always],
    outside: [
      ...['dashboard 8090', 'gateway 8080'].map((to) => `namespace ingress-nginx > ${to}`),
      ...servers('10.20.0.0/24', '10.20.1.0/24'),
      ...internet(15, 3),
      ...collector,
      'dashboard > 10.20.2.0/28 465',
      'dashboard > 203.0.113.32/32 443',
    ],
  },
  sandbox: {
    inside: [always, withNats, withDatabase('postgresql'), withSandbox],
    outside: [...anybody, ...apiServer],
  },
};
const variants = [...readVariants()].map(([variant, objects]) => ({ variant, objects, reach: reachOf(objects) }));
const isForAll = (line: string): boolean => / > namespace kube-system 53\/UDP,53$|^namespace monitoring > /.test(line);

test.each(variants)(
  'the pods of $variant reach each other as this matrix says, and nothing else',
  ({ variant, reach }) => {
    const { inside } = matrices[variant as keyof typeof matrices];
    const lines = inside.flatMap((matrix) =>
      Object.entries(matrix).flatMap(([from, targets]) => targets.map((to) => `${from} > ${to}`)),
    );
    expect(reach.inside).toEqual(lines.toSorted());
    // Two kinds of half-open connections are expected. The policy of the database admits every pod of the release, and
    // each pod's own policy says whether it may connect. The instances of a database cluster replicate among
    // themselves.
    expect(reach.halfOpen.filter((line) => !/ > (postgresql|cluster) 5432$|^cluster > cluster /.test(line))).toEqual(
      [],
    );
  },
);

test.each(variants)('the pods of $variant reach outside, and are reached, as this list says', ({ variant, reach }) => {
  const { outside } = matrices[variant as keyof typeof matrices];
  expect(reach.outside.filter((line) => !isForAll(line))).toEqual([...outside].toSorted());
});

test.each(variants)('every service of $variant resolves names, and Prometheus scrapes it', ({ objects, reach }) => {
  const services = objects
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] ?? '');
  expect(services.length).toBeGreaterThanOrEqual(8);
  for (const name of services) {
    expect(reach.outside).toContain(`${name} > namespace kube-system 53/UDP,53`);
    expect(reach.outside).toContain(`namespace monitoring > ${name} 9464`);
  }
});

test('a release without network policies has none, so that a cluster without them is a choice', () => {
  const objects = renderChart('--set', 'mode=sandbox,networkPolicy.enabled=false,nats.bundled.enabled=true');
  expect(objects.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
});

test('servers that other pods of the namespace run are reached by their labels', () => {
  const labels = 'postgresql.podLabels.app=database,nats.podLabels.app=queue';
  const { outside } = reachOf(renderChart('--set', labels));
  expect(outside).toContain('billing > pods app=database 5432');
  expect(outside).toContain('gateway > pods app=queue 4222');
});
