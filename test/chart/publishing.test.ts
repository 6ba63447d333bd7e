import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { podsOf, readVariants, root } from './support/chart.ts';

const variants = readVariants();
const chart = join(root, 'helm', 'assay');
const everyVariant = [...variants].map(([variant, objects]) => ({ variant, objects }));

test('a Gateway leads each public host to the HTTP port of its service, and the dashboard names those hosts', () => {
  const objects = variants.get('operator') ?? [];
  const routes = objects.filter(({ kind }) => kind === 'HTTPRoute');
  const routeTo = (name: string, host: string, port: number): unknown => ({
    parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
    hostnames: [host],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        backendRefs: [{ name: `assay-${name}`, port }],
      },
    ],
  });
  expect(Object.fromEntries(routes.map(({ metadata, spec }) => [metadata.name, spec]))).toEqual({
    'assay-gateway': routeTo('gateway', 'api.example.com', 8080),
    'assay-dashboard': routeTo('dashboard', 'dashboard.example.com', 8090),
  });
  const [dashboard] = podsOf(objects).filter(({ owner }) => owner === 'Deployment/assay-dashboard');
  const env = new Map(dashboard?.spec.containers[0]?.env?.map(({ name, value }) => [name, value]));
  expect(env.get('ASSAY_DASHBOARD_URL')).toBe('https://dashboard.example.com');
  expect(env.get('ASSAY_PUBLIC_URL')).toBe('https://api.example.com');
});

test.each(everyVariant)('each long-running pod of $variant has an account of its own', ({ objects }) => {
  const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
  for (const { owner, spec } of podsOf(objects).filter(({ owner: each }) => /^(Deployment|StatefulSet)\//.test(each))) {
    const { serviceAccountName } = spec as { readonly serviceAccountName?: string };
    expect({ owner, serviceAccountName }).toEqual({ owner, serviceAccountName: owner.split('/')[1] });
    expect(accounts).toContain(serviceAccountName);
  }
});

test('a cluster of bundled servers loses one member at a time, and is spread over nodes', () => {
  const objects = variants.get('operator') ?? [];
  const [budget] = objects.filter(
    ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === 'assay-nats',
  );
  expect(budget?.spec['maxUnavailable']).toBe(1);
  const [servers] = objects.filter(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'assay-nats');
  const template = servers?.spec['template'] as { readonly spec: Readonly<Record<string, unknown>> } | undefined;
  const spread = template?.spec['topologySpreadConstraints'] as readonly { readonly topologyKey: string }[] | undefined;
  expect(spread?.map(({ topologyKey }) => topologyKey)).toEqual([
    'topology.kubernetes.io/zone',
    'kubernetes.io/hostname',
  ]);
});

test('the chart says for a catalogue of charts what it is and which images it runs', () => {
  const metadata = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as {
    readonly appVersion: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as {
    readonly image: { readonly repository: string };
    readonly nats: { readonly bundled: { readonly image: string } };
    readonly postgresql: { readonly bundled: { readonly image: string } };
  };
  const images = parse(metadata.annotations['artifacthub.io/images'] ?? '') as readonly { readonly image: string }[];
  expect(images.map(({ image }) => image)).toEqual([
    `${values.image.repository}:${metadata.appVersion}`,
    values.nats.bundled.image,
    values.postgresql.bundled.image,
  ]);
  expect(metadata.annotations).toMatchObject({ 'artifacthub.io/license': 'Apache-2.0' });
});
