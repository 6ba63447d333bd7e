import { expect, test } from '@jest/globals';
import { podsOf, readVariants, type KubernetesObject } from './support/chart.ts';

const variants = [...readVariants()].map(([variant, objects]) => ({ variant, objects }));
const services = ['billing', 'dashboard', 'engine', 'gate', 'gateway', 'operator', 'resolver', 'watch'];
const scaled = ['engine', 'gateway', 'resolver'];
/** The operator has only one pod, so it needs no disruption budget. */
const spread = services.filter((name) => name !== 'operator');

const each = (kind: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${kind} assay${name === '' ? '' : `-${name}`}`);
const always = [
  ...services.flatMap((name) =>
    ['Deployment', 'NetworkPolicy', 'Service', 'ServiceAccount'].flatMap((k) => each(k, [name])),
  ),
  ...each('NetworkPolicy', ['default-deny', 'first-call', 'migrations']),
  ...each('ServiceAccount', ['migrations']),
  ...each('Job', ['migrations']),
  ...each('Pod', ['first-call']),
];
const ownAuthority = ['CronJob', 'NetworkPolicy', 'Role', 'RoleBinding', 'ServiceAccount']
  .flatMap((kind) => each(kind, ['certificates']))
  .concat('Job assay-certificates-1');
const budgets = each('PodDisruptionBudget', spread);
const autoscalers = each('HorizontalPodAutoscaler', scaled);
const nats = ['ConfigMap', 'NetworkPolicy', 'Service', 'ServiceAccount', 'StatefulSet'].flatMap((kind) =>
  each(kind, ['nats']),
);
const dashboards = ['levels', 'money', 'overview', 'service', 'watch'].map((name) => `assay-${name}`);

/** All objects of each variant. A new kind or name must be added here, so the reviewer of a release notices it. */
const inventories: Readonly<Record<string, readonly string[]>> = {
  minimal: [...always, ...ownAuthority, ...budgets, ...autoscalers],
  'no-internet': [...always, ...ownAuthority, ...budgets, ...autoscalers],
  operator: [
    ...always,
    ...budgets,
    ...autoscalers,
    ...nats,
    ...each('PodDisruptionBudget', ['nats']),
    ...each('HTTPRoute', ['dashboard', 'gateway']),
    'Cluster assay-postgresql',
    'NetworkPolicy assay-postgresql',
    'Pod assay-doctor',
    'PrometheusRule assay',
    'ServiceMonitor assay',
  ],
  production: [
    ...always,
    ...budgets,
    ...autoscalers,
    ...each('HorizontalPodAutoscaler', ['watch']),
    ...each('Certificate', ['authority', ...services]),
    ...each('Issuer', ['authority', 'self-signed']),
    ...each('ConfigMap', dashboards),
    ...each('Ingress', ['dashboard', 'gateway']),
    'PrometheusRule assay',
    'ServiceMonitor assay',
  ],
  sandbox: [
    ...always,
    ...ownAuthority,
    ...nats,
    ...['Deployment', 'NetworkPolicy', 'Service', 'ServiceAccount'].flatMap((kind) => each(kind, ['sandbox'])),
    ...['NetworkPolicy', 'Service', 'ServiceAccount', 'StatefulSet'].flatMap((kind) => each(kind, ['postgresql'])),
  ],
};

type Labels = Readonly<Record<string, string>>;
const templateLabelsOf = (objects: readonly KubernetesObject[], owner: string): Labels =>
  podsOf(objects).find((pod) => pod.owner === owner)?.labels ?? {};
const selectorOf = (name: string): Labels => ({
  'app.kubernetes.io/name': 'assay',
  'app.kubernetes.io/instance': 'assay',
  'app.kubernetes.io/component': name.replace(/^assay-/, ''),
});

test.each(variants)('$variant has the objects of its list, and no other', ({ variant, objects }) => {
  const objectNames = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();
  expect(objectNames).toEqual([...(inventories[variant] ?? [])].toSorted());
});

test.each(variants)('every object of $variant names its release, version and chart', ({ objects }) => {
  for (const { kind, metadata } of objects) {
    expect({ kind, ...metadata }).toMatchObject({
      labels: {
        'app.kubernetes.io/name': 'assay',
        'app.kubernetes.io/instance': 'assay',
        'app.kubernetes.io/part-of': 'assay',
        'app.kubernetes.io/version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'app.kubernetes.io/managed-by': 'Helm',
        'helm.sh/chart': expect.stringMatching(/^assay-\d+\.\d+\.\d+$/),
      },
    });
  }
});

test.each(variants)('selectors of $variant stay the same for ever, and take their own pods', ({ objects }) => {
  // Kubernetes refuses to change the selector of a workload, so an upgrade that changes it would fail.
  const workloads = objects.filter(({ kind }) => /^(Deployment|StatefulSet)$/.test(kind));
  for (const { kind, metadata, spec } of workloads) {
    const selectorLabels = selectorOf(metadata.name);
    expect({ name: metadata.name, selector: spec['selector'] }).toEqual({
      name: metadata.name,
      selector: { matchLabels: selectorLabels },
    });
    expect(templateLabelsOf(objects, `${kind}/${metadata.name}`)).toMatchObject(selectorLabels);
  }
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'PodDisruptionBudget')) {
    expect({ name: metadata.name, spec }).toMatchObject({
      name: metadata.name,
      spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(metadata.name) } },
    });
  }
});

test.each(variants)('a budget of $variant never keeps a broken pod on a node that drains', ({ objects }) => {
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'PodDisruptionBudget')) {
    if (metadata.name !== 'assay-nats') {
      expect({ name: metadata.name, policy: spec['unhealthyPodEvictionPolicy'] }).toEqual({
        name: metadata.name,
        policy: 'AlwaysAllow',
      });
    }
  }
});

type ServiceSpec = {
  readonly clusterIP?: string;
  readonly publishNotReadyAddresses?: boolean;
  readonly selector: Labels;
  readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string | number }[];
};
const publicServices = ['assay-gateway', 'assay-dashboard'];
const servicePorts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'assay-gateway': { http: 8080, ops: 9464 },
  'assay-dashboard': { http: 8090, 'more-7070': 7070, ops: 9464 },
  'assay-operator': { ops: 9464 },
  'assay-sandbox': { http: 8081, 'more-2525': 2525, ops: 9464 },
  'assay-nats': { nats: 4222, cluster: 6222 },
  'assay-postgresql': { postgresql: 5432 },
};

test.each(variants)('a Service of $variant has its ports, and each leads to a port of its pods', ({ objects }) => {
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Service')) {
    const { name } = metadata;
    const service = spec as unknown as ServiceSpec;
    expect({ name, selector: service.selector }).toEqual({ name, selector: selectorOf(name) });
    const ports = Object.fromEntries(service.ports.map((port) => [port.name, port.port]));
    expect({ name, ports }).toEqual({ name, ports: servicePorts[name] ?? { grpc: 7070, ops: 9464 } });
    // Callers inside the cluster choose among the addresses of the pods themselves. So only public Services balance the
    // load.
    expect({ name, clusterIP: service.clusterIP }).toEqual({
      name,
      clusterIP: publicServices.includes(name) ? undefined : 'None',
    });
    // NATS servers must find the other servers of their cluster before these are ready.
    expect(service.publishNotReadyAddresses === true).toBe(name === 'assay-nats');
    const pods = podsOf(objects).filter(({ labels }) =>
      Object.entries(service.selector).every(([label, value]) => labels[label] === value),
    );
    const [pod] = pods;
    const declared = pod?.spec.containers.flatMap((container) => container.ports ?? []) ?? [];
    for (const { port, targetPort } of service.ports.filter((each) => typeof each.targetPort === 'string')) {
      const target = declared.find((each) => each.name === targetPort);
      expect({ name, port, target: target?.containerPort }).toEqual({ name, port, target: port });
    }
  }
});

type Autoscaler = {
  readonly scaleTargetRef: unknown;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly behavior: unknown;
  readonly metrics: readonly { readonly resource?: unknown; readonly pods?: unknown }[];
};
const replicas: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  minimal: { engine: '2-10', gateway: '2-10', resolver: '2-10', gate: '2', billing: '2', watch: '2', dashboard: '2' },
  'no-internet': {
    engine: '2-10',
    gateway: '2-10',
    resolver: '2-10',
    gate: '2',
    billing: '2',
    watch: '2',
    dashboard: '2',
  },
  operator: { engine: '2-10', gateway: '2-10', resolver: '2-10', gate: '2', billing: '2', watch: '2', dashboard: '2' },
  production: {
    engine: '2-10',
    gateway: '3-20',
    resolver: '2-10',
    gate: '3',
    billing: '3',
    watch: '3-10',
    dashboard: '3',
  },
  sandbox: {
    engine: '1',
    gateway: '1',
    resolver: '1',
    gate: '1',
    billing: '1',
    watch: '1',
    dashboard: '1',
    sandbox: '1',
  },
};

test.each(variants)('each service of $variant runs in as many pods as its values say', ({ variant, objects }) => {
  const replicasByName: Record<string, string> = {};
  for (const { kind, metadata, spec } of objects) {
    const name = metadata.name.replace(/^assay-/, '');
    if (kind === 'Deployment' && spec['replicas'] !== undefined) {
      replicasByName[name] = JSON.stringify(spec['replicas']);
    }
    if (kind === 'HorizontalPodAutoscaler') {
      const scaler = spec as unknown as Autoscaler;
      replicasByName[name] = `${scaler.minReplicas}-${scaler.maxReplicas}`;
      expect(scaler.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name });
      expect(scaler.metrics[0]?.resource).toEqual({
        name: 'cpu',
        target: { type: 'Utilization', averageUtilization: 70 },
      });
      // Scaling down is slow, because the load may return while the pods drain.
      expect(scaler.behavior).toEqual({
        scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
      });
    }
  }
  expect(replicasByName).toEqual({ ...replicas[variant], operator: '1' });
});

test('autoscalers of production use the metrics of pods that the adapter serves', () => {
  const production = variants.find(({ variant }) => variant === 'production')?.objects ?? [];
  const metrics = production
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .map(({ metadata, spec }) => [
      metadata.name,
      (spec as unknown as Autoscaler).metrics.flatMap(({ pods }) => pods ?? []),
    ]);
  const perPod = (name: string, averageValue: string): object => ({
    metric: { name },
    target: { type: 'AverageValue', averageValue },
  });
  expect(Object.fromEntries(metrics)).toEqual({
    'assay-engine': [perPod('assay_calls_in_flight', '50')],
    'assay-gateway': [perPod('assay_calls_in_flight', '50')],
    'assay-resolver': [],
    'assay-watch': [perPod('assay_watch_triggers_under_way', '40')],
  });
});
