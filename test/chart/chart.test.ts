import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { declaredSettings, podsOf, readVariants, root, type KubernetesObject } from './support/chart.ts';

const variants = readVariants();
const chart = join(root, 'helm', 'assay');
const everyVariant = [...variants].map(([variant, objects]) => ({ variant, objects }));

/**
 * Returns the npm package that contains the models of an API group. CloudNativePG and the Gateway API publish no such
 * package.
 */
const models = (apiVersion: string): string | undefined =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : apiVersion.startsWith('cert-manager.io/')
      ? `@kubernetes-models/cert-manager/${apiVersion}`
      : /^(postgresql\.cnpg|gateway\.networking\.k8s)\.io\//.test(apiVersion)
        ? undefined
        : `kubernetes-models/${apiVersion}`;

type Model = new (object: KubernetesObject) => { validate: () => void };

async function problemOf(object: KubernetesObject): Promise<string | undefined> {
  const from = models(object.apiVersion);
  if (from === undefined) {
    return undefined;
  }
  const loaded = (await import(from)) as Record<string, Model>;
  const Loaded = loaded[object.kind];
  if (Loaded === undefined) {
    return `${object.apiVersion} has no kind ${object.kind}`;
  }
  try {
    new Loaded(object).validate();
    return undefined;
  } catch (error) {
    return `${object.kind}/${object.metadata.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

test.each(everyVariant)('every object of $variant is valid for its Kubernetes API', async ({ objects }) => {
  const problems: (string | undefined)[] = [];
  // One after another, because jest cannot load the same module twice at the same time.
  for (const object of objects) {
    problems.push(await problemOf(object));
  }
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  expect(objects.map(({ kind }) => kind)).not.toContain('Secret');
});

test('the schema accepts the values and every variant, and refuses a misspelt name', () => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as object;
  const accepts = new Ajv({ strict: false }).compile(schema);
  const files = ['values.yaml', ...readdirSync(join(chart, 'ci')).map((file) => `ci/${file}`)];
  for (const file of files) {
    const isAccepted = accepts(parse(readFileSync(join(chart, file), 'utf8')));
    expect({ file, isAccepted, errors: accepts.errors }).toEqual({ file, isAccepted: true, errors: null });
  }
  for (const wrong of [
    { imagee: {} },
    { services: { gateway: { replica: 3 } } },
    { nats: { auth: 'password' } },
    { defaults: { env: { PASSWORD: 'x' } } },
  ]) {
    expect({ wrong, isAccepted: accepts(wrong) }).toEqual({ wrong, isAccepted: false });
  }
});

test.each(everyVariant)(
  'every setting in $variant is declared by its service, and required ones are set',
  ({ objects }) => {
    const declared = declaredSettings();
    // Leaves out the pod for operator commands, because its variables are settings of a command and not of a service.
    const services = podsOf(objects).filter(({ owner }) => /^Deployment\/(?!assay-operator$)/.test(owner));
    expect(services.length).toBeGreaterThanOrEqual(6);
    for (const { spec } of services) {
      for (const { name, env = [] } of spec.containers) {
        const settings = declared.get(name);
        const names = env.map((variable) => variable.name);
        const undeclared = names.filter(
          (variable) => !/^(OTEL_|POD_NAME$)/.test(variable) && settings?.all.has(variable) !== true,
        );
        expect({ name, undeclared }).toEqual({ name, undeclared: [] });
        expect({ name, missing: settings?.required.filter((each) => !names.includes(each)) }).toEqual({
          name,
          missing: [],
        });
        expect(new Set(names).size).toBe(names.length);
      }
    }
  },
);

test('every setting that names a file can be given, and a volume brings its file', () => {
  const fileSettings = [...declaredSettings().values()].flatMap(({ all }) =>
    [...all].filter((name) => name.endsWith('_FILE')),
  );
  const settingsLeft = new Set(fileSettings);
  const configuredSettings = new Set<string>();
  for (const { owner, spec } of everyVariant.flatMap(({ objects }) => podsOf(objects))) {
    const { volumes = [] } = spec;
    for (const { env = [], volumeMounts = [] } of spec.containers) {
      for (const { name, value = '' } of env.filter((variable) => settingsLeft.has(variable.name))) {
        configuredSettings.add(name);
        const mount = volumeMounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
        const items = volumes.find((volume) => volume.name === mount?.name)?.secret?.items;
        const file = value.slice((mount?.mountPath.length ?? 0) + 1);
        const isThere = mount !== undefined && (items === undefined || items.some(({ path }) => path === file));
        expect({ owner, name, value, isThere }).toEqual({ owner, name, value, isThere: true });
      }
    }
  }
  expect([...settingsLeft].filter((name) => !configuredSettings.has(name))).toEqual([]);
});

test('every setting that the issue of a platform team names can be given', () => {
  const pods = podsOf(variants.get('production') ?? []);
  const names = pods.flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)));
  for (const setting of [
    'ASSAY_BILLING_SECRET_KEYS',
    'ASSAY_TLS_CERT_FILE',
    'ASSAY_NATS_CREDS_FILE',
    'ASSAY_DRAIN_SECONDS',
    'ASSAY_CORS_ORIGINS',
    'ASSAY_MAX_CONNECTIONS_PER_ADDRESS',
    'ASSAY_UNKNOWN_KEYS_PER_SECOND',
  ]) {
    expect(names).toContain(setting);
  }
});
