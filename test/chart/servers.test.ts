import { createAuthority, issueCertificate } from '@assay/stack/certificates/authority';
import { natsServerProgram } from '@assay/stack/nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { podsOf, readVariants, root, type KubernetesObject } from './support/chart.ts';

/**
 * In these tests, the program of each server checks its own configuration. The schemas of Kubernetes do not know what
 * these programs accept.
 */
type ConfigMap = { readonly data: Readonly<Record<string, string>> };

const dayMs = 86_400_000;
const validity = { fromMs: Date.now() - dayMs, untilMs: Date.now() + dayMs };
const services = ['BILLING', 'GATEWAY', 'ENGINE', 'WATCH'];
const environment = {
  PATH: process.env['PATH'],
  POD_NAME: 'assay-nats-0',
  ...Object.fromEntries(services.map((service) => [`ASSAY_NATS_${service}_PASSWORD`, 'x'])),
};
const variants = [...readVariants()];
const withNats = variants.flatMap(([variant, objects]) => {
  const data = natsData(objects);
  return data === undefined ? [] : [{ variant, objects, data }];
});
let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-servers-'));
  program = await natsServerProgram(() => undefined);
  const authority = createAuthority('authority', validity);
  const { cert, key } = issueCertificate(authority, ['nats.assay.assay.internal'], validity);
  writeFileSync(join(folder, 'tls.crt'), cert);
  writeFileSync(join(folder, 'tls.key'), key);
  writeFileSync(join(folder, 'ca.crt'), authority.cert);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function natsData(objects: readonly KubernetesObject[]): ConfigMap['data'] | undefined {
  const maps = objects.filter(({ kind }) => kind === 'ConfigMap') as unknown as readonly ConfigMap[];
  return maps.map(({ data }) => data).find((data) => data['nats.conf'] !== undefined);
}

/** Returns the complaints of NATS about a configuration. Empty when the configuration is valid. */
function problemsOf(name: string, files: Readonly<Record<string, string>>, env = environment): string {
  const at = join(folder, name);
  mkdirSync(at);
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(at, file), text.replaceAll('/etc/nats-tls', folder));
  }
  const [main = ''] = Object.keys(files);
  const result = spawnSync(program, ['-t', '-c', join(at, main)], { encoding: 'utf8', env });
  return result.status === 0 ? '' : result.stdout + result.stderr;
}

test('one variant has a single server, and another one a cluster', () => {
  expect(withNats.map(({ data }) => /^cluster \{/m.test(data['nats.conf'] ?? ''))).toEqual(
    expect.arrayContaining([true, false]),
  );
});

test.each(withNats)('nats-server accepts the configuration of $variant', ({ variant, data }) => {
  const files = { 'nats.conf': data['nats.conf'] ?? '', 'permissions.conf': data['permissions.conf'] ?? '' };
  expect(problemsOf(variant, files)).toBe('');
  const short = files['nats.conf'].replace('lame_duck_duration: 30s', 'lame_duck_duration: 20s');
  expect(problemsOf(`${variant}-short`, { ...files, 'nats.conf': short })).toContain('minimum is 30 seconds');
});

/**
 * Passwords that NATS would read as a date, a number, a size, a variable or the end of a value, unless they are quoted.
 */
const strangePasswords = ['4-2bq', '0123', '12k', '$x', 'a b#{;"'];

/**
 * Returns the variables of the NATS pod. Replaces $(NAME) by the variable of that name before it, as the kubelet does.
 * The value of each key of a Secret is `password`.
 */
function variablesOf(objects: readonly KubernetesObject[], password: string): Record<string, string> {
  const [pod] = podsOf(objects).filter(({ owner }) => owner === 'StatefulSet/assay-nats');
  const variables: Record<string, string> = {};
  for (const { name, value, valueFrom } of pod?.spec.containers.find((each) => each.name === 'nats')?.env ?? []) {
    const own = valueFrom?.secretKeyRef === undefined ? 'assay-nats-0' : password;
    variables[name] = value?.replaceAll(/\$\((\w+)\)/g, (all, known: string) => variables[known] ?? all) ?? own;
  }
  return variables;
}

test.each(withNats.flatMap((each) => strangePasswords.map((password) => ({ ...each, password }))))(
  'nats-server takes the password $password in $variant',
  ({ variant, objects, data, password }) => {
    const env = { ...environment, ...variablesOf(objects, password) };
    const files = { 'nats.conf': data['nats.conf'] ?? '', 'permissions.conf': data['permissions.conf'] ?? '' };
    expect(problemsOf(`${variant}-${strangePasswords.indexOf(password)}`, files, env)).toBe('');
  },
);

test('nats-server accepts the configuration of docker compose', () => {
  const text = readFileSync(join(root, 'deploy/nats/nats-server.conf'), 'utf8');
  expect(problemsOf('compose', { 'nats-server.conf': text })).toBe('');
});

test.each(withNats)('a pod of NATS in $variant gets its whole stop, and changes with its configuration', (each) => {
  const { objects, data } = each;
  const [statefulSet] = objects.filter(
    ({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'assay-nats',
  );
  const template = statefulSet?.spec['template'] as {
    readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
    readonly spec: { readonly terminationGracePeriodSeconds: number };
  };
  const parts = [data['permissions.conf'], data['nats.conf']].map((part) => (part ?? '').trim());
  const checksum = createHash('sha256').update(parts.join('\n')).digest('hex');
  expect(template.metadata.annotations['checksum/config']).toBe(checksum);
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30 + 5);
});

// "make test-programs" installs promtool.
test('promtool accepts the configuration of Prometheus and every rendered rule', () => {
  const check = (...args: string[]): string => {
    const result = spawnSync('promtool', ['check', ...args], { encoding: 'utf8' });
    return result.status === 0 ? '' : result.stdout + result.stderr;
  };
  expect(check('config', '--syntax-only', join(root, 'deploy/observability/prometheus/prometheus.yaml'))).toBe('');
  for (const [variant, objects] of variants) {
    for (const { spec } of objects.filter(({ kind }) => kind === 'PrometheusRule')) {
      const file = join(folder, `${variant}-rules.yaml`);
      writeFileSync(file, stringify(spec));
      expect({ variant, problems: check('rules', file) }).toEqual({ variant, problems: '' });
    }
  }
});

test.each(variants)(
  '%s deletes the objects of its hooks, and "helm test" keeps the pod with the log',
  (_name, objects) => {
    const policies = objects
      .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined)
      .map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.annotations?.['helm.sh/hook-delete-policy']]);
    const log = 'Pod assay-first-call';
    expect(policies).toEqual(
      policies.map(([name]) => [name, name === log ? 'before-hook-creation' : 'before-hook-creation,hook-succeeded']),
    );
    expect(policies.map(([name]) => name)).toContain(log);
  },
);

test('a database that an operator runs for the release survives the end of the release', () => {
  const clusters = variants.flatMap(([, objects]) => objects.filter(({ kind }) => kind === 'Cluster'));
  expect(clusters.length).toBeGreaterThan(0);
  for (const { metadata } of clusters) {
    expect(metadata.annotations?.['helm.sh/resource-policy']).toBe('keep');
  }
});
