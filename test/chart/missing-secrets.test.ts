import { expect, test } from '@jest/globals';
import { valuesOf } from './support/chart.ts';
import { installInto, namespace, type Objects } from './support/empty-cluster.ts';

const at = `/api/v1/namespaces/${namespace}`;
const sandbox = ['-f', valuesOf('sandbox')];
const presentObjects = {
  [`${at}/serviceaccounts/default`]: { kind: 'ServiceAccount', metadata: { name: 'default', namespace } },
};

test.each<[string, Objects]>([
  ['a namespace that helm creates', {}],
  ['a namespace that exists', presentObjects],
])(
  'helm changes nothing in %s while Secrets are missing, and names them',
  async (_, objects) => {
    const { error, changes } = await installInto(objects, ...sandbox);
    expect(error).toContain('the Secret assay does not exist in namespace assay; it needs the keys admin-token');
    expect(error).toContain('the Secret assay-postgresql does not exist in namespace assay');
    expect(error).toContain('the Secret assay-nats does not exist in namespace assay');
    expect(changes).toEqual([]);
  },
  120_000,
);

test('a namespace that does not exist is named too, with the command that makes it', async () => {
  const { error } = await installInto({}, ...sandbox);
  expect(error).toContain('kubectl create namespace assay');
  expect((await installInto(presentObjects, ...sandbox)).error).not.toContain('create namespace');
}, 120_000);

test('a missing key of a Secret that exists is named', async () => {
  const secret = { kind: 'Secret', metadata: { name: 'assay', namespace }, data: { 'admin-token': 'eA==' } };
  const { error } = await installInto({ ...presentObjects, [`${at}/secrets/assay`]: secret }, ...sandbox);
  expect(error).toContain('the Secret assay in namespace assay has no key billing-secret-keys');
  expect(error).not.toContain('has no key admin-token');
}, 120_000);

test.each<[string, object, RegExp]>([
  ['no key at all', { data: undefined }, /the Secret assay-nats in namespace assay has no key billing-password/],
  [
    'an empty value',
    { data: { 'billing-password': '' } },
    /the key billing-password of the Secret assay-nats in names\w+ assay is empty/,
  ],
  [
    'a blank value',
    { data: { 'billing-password': btoa(' \n') } },
    /the key billing-password of the Secret .* is empty/,
  ],
  [
    'a password with a line break',
    { data: { 'billing-password': btoa('secret\n') } },
    /the key billing-password of the Secret assay-nats in namespace assay ends with a line break/,
  ],
])(
  'a Secret with %s is named',
  async (_, content, message) => {
    const secret = { kind: 'Secret', metadata: { name: 'assay-nats', namespace }, ...content };
    const { error } = await installInto({ ...presentObjects, [`${at}/secrets/assay-nats`]: secret }, ...sandbox);
    expect(error).toMatch(message);
    expect(error).not.toContain('c2VjcmV0');
  },
  120_000,
);

test.each([
  [
    [],
    /also needs the key migrations-url, or the keys billing-owner-url, dashboard-owner-url, engine-owner-url, watch-o/,
  ],
  [['billing-owner-url'], /migrations-url, or the keys dashboard-owner-url, engine-owner-url, watch-owner-url/],
  [['migrations-url'], undefined],
  [['billing-owner-url', 'dashboard-owner-url', 'engine-owner-url', 'watch-owner-url'], undefined],
])(
  'the URLs of the migrations are named where %j is all there is',
  async (keys, message) => {
    const data = Object.fromEntries(keys.map((key) => [key, 'eA==']));
    const secret = { kind: 'Secret', metadata: { name: 'assay-postgresql', namespace }, data };
    const { error } = await installInto({ ...presentObjects, [`${at}/secrets/assay-postgresql`]: secret }, ...sandbox);
    expect(error).toContain('the Secret assay does not exist');
    expect(error).toMatch(message ?? /^(?!.*migrations-url)/s);
  },
  120_000,
);

test('a custom resource that is not installed is named in a namespace that helm creates', async () => {
  const { error } = await installInto({}, ...sandbox, '--set', 'tls.source=cert-manager');
  expect(error).toContain('tls.source=cert-manager needs cert-manager.io/v1, which this cluster does not have');
}, 120_000);

test('without the check helm goes on to the kinds that the server lacks', async () => {
  const { error } = await installInto({}, ...sandbox, '--set', 'secrets.check=false');
  expect(error).toContain('no matches for kind');
  expect(error).not.toContain('the Secret');
}, 120_000);
