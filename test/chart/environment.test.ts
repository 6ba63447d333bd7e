import { expect, test } from '@jest/globals';
import { podsOf, readVariants, renderChart, type KubernetesObject, type Pod, type Variable } from './support/chart.ts';
import { reachOf } from './support/reach.ts';

const variants = [...readVariants()].map(([variant, objects]) => ({ variant, objects }));

const servicesOf = (objects: readonly KubernetesObject[]): readonly Pod[] =>
  podsOf(objects).filter(({ owner }) => owner.startsWith('Deployment/'));
const nameOf = ({ owner }: Pod): string => owner.replace('Deployment/assay-', '');
const variablesOf = (pod: Pod): readonly Variable[] => pod.spec.containers.flatMap(({ env = [] }) => env);
const plainOf = (pod: Pod): Readonly<Record<string, string>> =>
  Object.fromEntries(variablesOf(pod).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
/** Returns the secrets of a pod as "name/key". A "?" follows when the pod starts even without the key. */
const secretsOf = (pod: Pod): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variablesOf(pod).flatMap(({ name, valueFrom }) => {
      const reference = valueFrom?.secretKeyRef;
      return reference === undefined
        ? []
        : [[name, `${reference.name}/${reference.key}${reference.optional === true ? '?' : ''}`]];
    }),
  );

/** The keys that each service reads from the release's own Secret. A service that is not listed reads none. */
const secrets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billing: { ASSAY_ADMIN_TOKEN: 'admin-token', ASSAY_BILLING_SECRET_KEYS: 'billing-secret-keys' },
  dashboard: {
    ASSAY_ADMIN_TOKEN: 'admin-token',
    ASSAY_DASHBOARD_OIDC: 'dashboard-oidc?',
    ASSAY_DASHBOARD_SECRET: 'dashboard-secret',
    ASSAY_DASHBOARD_SECRET_KEYS: 'dashboard-secret-keys',
    ASSAY_SMTP_URL: 'smtp-url',
  },
  engine: {
    ASSAY_ADMIN_TOKEN: 'admin-token',
    ASSAY_PROVIDER_KEYS: 'provider-keys?',
    ASSAY_PROVIDER_URLS: 'provider-urls?',
    ASSAY_RPC_URLS: 'rpc-urls?',
  },
  gateway: { ASSAY_SIGNING_KEYS: 'signing-keys?' },
  operator: { ASSAY_ADMIN_TOKEN: 'admin-token' },
  resolver: { ASSAY_RESOLVER_KEY: 'resolver-key?' },
  watch: {
    ASSAY_ADMIN_TOKEN: 'admin-token',
    ASSAY_RPC_STREAM_URLS: 'rpc-stream-urls?',
    ASSAY_RPC_URLS: 'rpc-urls?',
    ASSAY_WATCH_SECRET_KEYS: 'watch-secret-keys',
  },
};
/** Settings that the sandbox provides. A trial therefore needs no Secret for them. */
const fromSandbox: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['ASSAY_SMTP_URL'],
  engine: ['ASSAY_PROVIDER_URLS', 'ASSAY_RPC_URLS'],
  watch: ['ASSAY_RPC_URLS'],
};
const withDatabase = ['billing', 'dashboard', 'engine', 'watch'];
const withNats = ['billing', 'engine', 'gateway', 'watch'];

test.each(variants)('each service of $variant reads its own Secrets, and no others', ({ variant, objects }) => {
  for (const pod of servicesOf(objects)) {
    const name = nameOf(pod);
    const expectedSecrets: Record<string, string> = {};
    for (const [setting, key] of Object.entries(secrets[name] ?? {})) {
      if (variant !== 'sandbox' || fromSandbox[name]?.includes(setting) !== true) {
        expectedSecrets[setting] = `assay/${key}`;
      }
    }
    if (withDatabase.includes(name)) {
      expectedSecrets['ASSAY_PG_URL'] =
        variant === 'operator' ? 'assay-postgresql-app/uri' : `assay-postgresql/${name}-url`;
    }
    expect({ name, secrets: secretsOf(pod) }).toEqual({ name, secrets: expectedSecrets });
  }
});

test.each(variants)('no value of $variant holds a secret', ({ objects }) => {
  for (const { owner, spec } of podsOf(objects)) {
    for (const { name, value } of spec.containers.flatMap(({ env = [] }) => env)) {
      const isPublic = name === 'ASSAY_AUTHORITY_SECRET' || name.endsWith('_FILE');
      const isSecret = /PASSWORD|TOKEN|SECRET|_KEYS?$|PG_URL/.test(name) && !isPublic;
      // A reference in quotes to a variable that comes from a Secret is not itself a secret.
      const isReference = /^'\$\(\w+\)'$/.test(value ?? '');
      expect([owner, name, isSecret && !isReference ? value : undefined]).toEqual([owner, name, undefined]);
      expect([owner, name, value ?? '']).not.toEqual([owner, name, expect.stringMatching(/:\/\/[^/@]+:[^/@]+@/)]);
    }
  }
});

/** Settings that every service of a variant has besides its certificate. */
const common: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  minimal: {},
  'no-internet': { ASSAY_BIND_HOST: '::' },
  operator: {},
  production: {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.observability:4318',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
  },
  sandbox: {},
};
const always = {
  ASSAY_DRAIN_MS: '15000',
  ASSAY_DRAIN_SECONDS: '10',
  ASSAY_LOG_LEVEL: 'info',
  ASSAY_OPS_PORT: '9464',
  ASSAY_TLS_CA_FILE: '/etc/assay/tls/ca.crt',
  ASSAY_TLS_CERT_FILE: '/etc/assay/tls/tls.crt',
  ASSAY_TLS_KEY_FILE: '/etc/assay/tls/tls.key',
  ASSAY_TRACE_SAMPLE_RATIO: '1',
  OTEL_RESOURCE_ATTRIBUTES: [
    'service.namespace=assay',
    'service.version=0.1.0',
    'service.instance.id=$(POD_NAME)',
    'k8s.pod.name=$(POD_NAME)',
    'k8s.namespace.name=assay',
  ].join(','),
};
const address = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [`ASSAY_${name.toUpperCase()}_ADDRESS`, `assay-${name}:7070`]));
const grpc = { ASSAY_RPC_PORT: '7070' };
/**
 * The services do not migrate at their start. The migration Job does it, because the role of a service may not migrate.
 */
const migrated = { ASSAY_MIGRATE_AT_START: 'false' };
const ownSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billing: { ...grpc, ...migrated, ASSAY_RATE_LIMIT_PER_MINUTE: '10' },
  dashboard: {
    ...grpc,
    ...migrated,
    ...address('billing', 'engine', 'watch'),
    ASSAY_DASHBOARD_PORT: '8090',
    ASSAY_DASHBOARD_SIGN_UP: 'closed',
    ASSAY_DASHBOARD_TRUST_PROXY: '1',
    ASSAY_DASHBOARD_URL: 'http://localhost:8090',
    ASSAY_GATEWAY_URL: 'http://assay-gateway:8080',
    ASSAY_PUBLIC_URL: 'http://localhost:8080',
  },
  engine: { ...grpc, ...address('billing'), ASSAY_STREAM_REPLICAS: '1' },
  gate: { ...grpc, ...address('engine') },
  gateway: {
    ...address('billing', 'engine', 'gate', 'resolver', 'watch'),
    ASSAY_CORS_ORIGINS: '',
    ASSAY_MAX_CONNECTIONS_PER_ADDRESS: '0',
    ASSAY_PORT: '8080',
    ASSAY_UNKNOWN_KEYS_PER_SECOND: '0',
  },
  operator: { ...address('billing', 'dashboard', 'engine', 'watch'), ASSAY_TRACE_VIEWER_URL: '' },
  resolver: grpc,
  sandbox: { ASSAY_SANDBOX_PORT: '8081', ASSAY_SANDBOX_SMTP_PORT: '2525' },
  watch: { ...grpc, ...migrated, ...address('billing', 'engine'), ASSAY_OWN_ADDRESSES: '', ASSAY_STREAM_REPLICAS: '1' },
};
const nodes = JSON.stringify(
  Object.fromEntries(['a', 'b', 'c'].map((node) => [`node-${node}`, `http://assay-sandbox:8081/rpc/node-${node}`])),
);
/** Settings with the hosts that an Ingress or a Gateway publishes. */
const published = {
  ASSAY_DASHBOARD_URL: 'https://dashboard.example.com',
  ASSAY_PUBLIC_URL: 'https://api.example.com',
};
const publishedDashboard = { ASSAY_DASHBOARD_URL: published.ASSAY_DASHBOARD_URL };
/** Settings that only one service gets, by variant. */
const special: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  minimal: {},
  'no-internet': { watch: { ASSAY_EGRESS_ALLOW: 'fd30::/16' } },
  operator: {
    dashboard: published,
    gateway: publishedDashboard,
    engine: { ASSAY_STREAM_REPLICAS: '3' },
    watch: { ASSAY_STREAM_REPLICAS: '3' },
  },
  production: {
    dashboard: published,
    engine: { ASSAY_STREAM_REPLICAS: '3', ASSAY_PROVIDER_PLANS: '{"coingecko":"paid"}' },
    gateway: { ...publishedDashboard, ASSAY_CORS_ORIGINS: 'https://app.example.com' },
    watch: { ASSAY_OWN_ADDRESSES: '203.0.113.7', ASSAY_STREAM_REPLICAS: '3', ASSAY_TRIGGER: 'stream' },
  },
  sandbox: {
    billing: { ASSAY_TRIAL_CREDITS: '10' },
    gateway: { ASSAY_DASHBOARD_URL: 'http://localhost:8090' },
    dashboard: {
      ASSAY_DASHBOARD_MAILBOX_URL: 'http://localhost:8081/mailbox',
      ASSAY_DASHBOARD_SIGN_UP: 'open',
      ASSAY_DASHBOARD_TRUST_PROXY: '0',
      ASSAY_SMTP_URL: 'smtp://assay-sandbox:2525',
    },
    engine: { ASSAY_RPC_URLS: nodes },
    watch: { ASSAY_RPC_URLS: nodes },
  },
};
const natsUrls: Readonly<Record<string, string>> = {
  minimal: 'nats://nats.example.internal:4222',
  'no-internet': 'tls://[fd20:1::4]:4222,tls://[fd20:1::5]:4222',
  operator: 'nats://assay-nats:4222',
  production: [0, 1, 2].map((index) => `nats://nats-${index}.example.internal:4222`).join(','),
  sandbox: 'nats://assay-nats:4222',
};
/** Returns the settings with the files that a service uses to log in to NATS. */
const natsFiles = (variant: string, name: string): Readonly<Record<string, string>> => {
  const at = `/etc/assay/nats/${name}`;
  const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'no-internet': {
      ASSAY_NATS_NKEY_SEED_FILE: `${at}.nk`,
      ASSAY_NATS_CA_FILE: '/etc/assay/nats/ca.crt',
      ASSAY_NATS_CERT_FILE: `${at}.crt`,
      ASSAY_NATS_KEY_FILE: `${at}.key`,
    },
    production: { ASSAY_NATS_CREDS_FILE: `${at}.creds` },
  };
  return ways[variant] ?? { ASSAY_NATS_USER: name, ASSAY_NATS_PASSWORD_FILE: `${at}-password` };
};

test.each(variants)('each service of $variant has exactly its settings', ({ variant, objects }) => {
  for (const pod of servicesOf(objects)) {
    const name = nameOf(pod);
    const expectedVariables = {
      ...always,
      ASSAY_MODE: variant === 'sandbox' ? 'sandbox' : 'live',
      ...common[variant],
      ...ownSettings[name],
      ...special[variant]?.[name],
      ...(withNats.includes(name) ? { ASSAY_NATS_URL: natsUrls[variant], ...natsFiles(variant, name) } : {}),
    };
    const { ASSAY_PROVIDER_URLS: providers, ...otherVariables } = plainOf(pod);
    expect({ name, settings: otherVariables }).toEqual({ name, settings: expectedVariables });
    // In the sandbox, each provider in the chart's values has a path of its own.
    expect([name, providers !== undefined]).toEqual([name, variant === 'sandbox' && name === 'engine']);
    for (const [provider, url] of Object.entries(JSON.parse(providers ?? '{}') as Record<string, string>)) {
      expect(url).toBe(`http://assay-sandbox:8081/${provider}`);
    }
    const fields = variablesOf(pod).flatMap(({ name: field, valueFrom }) =>
      valueFrom?.fieldRef === undefined ? [] : [[field, valueFrom.fieldRef.fieldPath]],
    );
    expect(Object.fromEntries(fields)).toEqual({
      OTEL_SERVICE_NAME: "metadata.labels['app.kubernetes.io/component']",
      POD_NAME: 'metadata.name',
    });
  }
});

test.each(variants)(
  'every address in the settings of $variant is a Service that the policies let the pod reach',
  (each) => {
    const { inside } = reachOf(each.objects);
    const names = new Set(each.objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name));
    let count = 0;
    for (const pod of podsOf(each.objects)) {
      const from = pod.labels['app.kubernetes.io/component'] ?? '';
      for (const { name, value = '' } of variablesOf(pod)) {
        for (const [, service = '', port = ''] of value.matchAll(/\b(assay-[a-z]+):(\d+)/g)) {
          count += 1;
          expect([name, service, names.has(service)]).toEqual([name, service, true]);
          expect(inside).toContain(`${from} > ${service.replace('assay-', '')} ${port}`);
        }
      }
    }
    expect(count).toBeGreaterThan(15);
  },
);

test.each([
  ['none', {}, {}],
  ['token', { ASSAY_NATS_TOKEN: 'assay-nats/token' }, {}],
  ['user', {}, { ASSAY_NATS_USER: 'gateway', ASSAY_NATS_PASSWORD_FILE: '/etc/assay/nats/gateway-password' }],
] as const)('with nats.auth %s a service signs in that way', (auth, wanted, settings) => {
  const args = ['--set', `mode=sandbox,nats.auth=${auth},nats.bundled.enabled=true,postgresql.bundled.enabled=true`];
  const gateway = servicesOf(renderChart(...args)).find((pod) => nameOf(pod) === 'gateway');
  const isNats = ([name]: readonly [string, string]): boolean => /^ASSAY_NATS_(?!URL)/.test(name);
  const gatewayEnvironment = gateway === undefined ? {} : { secrets: secretsOf(gateway), plain: plainOf(gateway) };
  expect(Object.fromEntries(Object.entries(gatewayEnvironment.secrets ?? {}).filter(isNats))).toEqual(wanted);
  expect(Object.fromEntries(Object.entries(gatewayEnvironment.plain ?? {}).filter(isNats))).toEqual(settings);
});

test('without certificates every service says so', () => {
  const values = 'tls.source=none,mode=sandbox,nats.bundled.enabled=true,postgresql.bundled.enabled=true';
  for (const pod of servicesOf(renderChart('--set', values))) {
    const { ASSAY_MUTUAL_TLS: without, ASSAY_TLS_CERT_FILE: file } = plainOf(pod);
    const hasCertificate = (pod.spec.volumes ?? []).some((volume) => volume.name === 'tls');
    expect({ owner: pod.owner, without, file, hasCertificate }).toEqual({
      owner: pod.owner,
      without: 'off',
      file: undefined,
      hasCertificate: false,
    });
  }
});

test.each([
  ['required', undefined],
  ['optional', 'optional'],
])('with tls.mode %s every service has its certificate, and ASSAY_MUTUAL_TLS is %s', (mode, setting) => {
  const values = `tls.mode=${mode},mode=sandbox,nats.bundled.enabled=true,postgresql.bundled.enabled=true,tests.doctor=true`;
  const objects = renderChart('--set', values);
  const pods = podsOf(objects).filter(({ owner }) => /^Deployment\/|^Pod\/assay-doctor$/.test(owner));
  expect(pods.length).toBeGreaterThan(8);
  for (const pod of pods) {
    const { ASSAY_MUTUAL_TLS: mutualTls, ASSAY_TLS_CERT_FILE: file } = plainOf(pod);
    const hasCertificate = (pod.spec.volumes ?? []).some((volume) => volume.name === 'tls');
    expect({ owner: pod.owner, mutualTls, file, hasCertificate }).toEqual({
      owner: pod.owner,
      mutualTls: setting,
      file: '/etc/assay/tls/tls.crt',
      hasCertificate: true,
    });
  }
});

test.each([
  [
    'an Ingress without TLS',
    'ingress.enabled=true,ingress.hosts.dashboard=d.example,ingress.hosts.sandbox=s.example',
    'http://d.example',
    'http://s.example/mailbox',
  ],
  [
    'a Gateway',
    'httpRoute.enabled=true,httpRoute.parentRefs[0].name=public,httpRoute.hosts.dashboard=d.example,httpRoute.hosts.sandbox=s.example',
    'https://d.example',
    'https://s.example/mailbox',
  ],
  [
    'no dashboard',
    'services.dashboard.enabled=false,services.operator.calls={billing,engine,watch}',
    undefined,
    undefined,
  ],
  ['no published host', '', 'http://localhost:8090', 'http://localhost:8081/mailbox'],
])('with %s, the first page and the dashboard link to what a browser can reach', (_, values, dashboard, mailbox) => {
  const base = 'mode=sandbox,nats.bundled.enabled=true,postgresql.bundled.enabled=true';
  const pods = servicesOf(renderChart('--set', base, ...(values === '' ? [] : ['--set', values])));
  const settings = Object.fromEntries(pods.map((pod) => [nameOf(pod), plainOf(pod)]));
  expect(settings['gateway']?.['ASSAY_DASHBOARD_URL']).toBe(dashboard);
  expect(settings['dashboard']?.['ASSAY_DASHBOARD_MAILBOX_URL']).toBe(mailbox);
});
