import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helmProgram } from '../../../scripts/helm.ts';
import { root } from './chart.ts';

/** The namespace into which the tests install the chart. */
export const namespace = 'assay';

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update'];
const resources = [
  { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs },
  { name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs },
  { name: 'serviceaccounts', singularName: 'serviceaccount', namespaced: true, kind: 'ServiceAccount', verbs },
];
const apps = { groupVersion: 'apps/v1', version: 'v1' };
const deployments = [{ name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment', verbs }];
const discovery: Readonly<Record<string, unknown>> = {
  '/version': { major: '1', minor: '34', gitVersion: 'v1.34.2' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [{ name: 'apps', versions: [apps], preferredVersion: apps }],
  },
  '/api/v1': { kind: 'APIResourceList', groupVersion: 'v1', resources },
  '/apis/apps/v1': { kind: 'APIResourceList', groupVersion: 'apps/v1', resources: deployments },
};

/** The objects that the simulated server has, by their path, such as `/api/v1/namespaces/assay/secrets/assay`. */
export type Objects = Readonly<Record<string, unknown>>;

/**
 * Returns the answer of a Kubernetes API server that has only these objects. An unknown name gets 404, and any list is
 * empty.
 */
function answer(path: string, objects: Objects): readonly [status: number, body: unknown] {
  const responseBody = discovery[path] ?? objects[path];
  if (responseBody !== undefined) {
    return [200, responseBody];
  }
  const list = resources.find(({ name }) => path === `/api/v1/namespaces/${namespace}/${name}`);
  if (list !== undefined) {
    return [200, { kind: `${list.kind}List`, apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] }];
  }
  return [404, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }];
}

function startServer(objects: Objects, changes: string[]): Server {
  return createServer((request, response) => {
    const { method = '', url = '' } = request;
    if (method !== 'GET') {
      changes.push(`${method} ${url}`);
    }
    const [status, body] = answer(new URL(url, 'http://server').pathname, objects);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
}

/**
 * Runs `helm install --create-namespace` with values, against a simulated server that has only these objects. Returns
 * what helm wrote to standard error. Also returns the requests with which helm changed the server.
 */
export async function installInto(
  objects: Objects,
  ...values: readonly string[]
): Promise<{ readonly error: string; readonly changes: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cluster-'));
  const changes: string[] = [];
  const server = startServer(objects, changes);
  try {
    await once(server, 'listening');
    const cluster = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'local', cluster }],
      contexts: [{ name: 'local', context: { cluster: 'local', user: '' } }],
      'current-context': 'local',
    };
    writeFileSync(join(folder, 'kubeconfig'), JSON.stringify(config), { mode: 0o600 });
    const chart = join(root, 'helm', 'assay');
    const helm = spawn(
      helmProgram(),
      ['install', 'assay', chart, '-n', namespace, '--create-namespace', '--disable-openapi-validation', ...values],
      {
        env: { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let error = '';
    helm.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
    await once(helm, 'close');
    return { error, changes };
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}
