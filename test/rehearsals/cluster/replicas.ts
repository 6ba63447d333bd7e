import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../compose/engine.ts';
import { helm, list, tryHelm } from './commands.ts';
import {
  chart,
  namespace,
  noneFailedButSources,
  optionallySecured,
  rehearseFailures,
  rollBack,
  secured,
  upgrade,
} from './failures.ts';
import { loadDuring } from './load.ts';
import { tryPaths } from './paths.ts';
import { tellStory, testRelease, type Place } from './sandbox-release.ts';
import { putSecret } from './secrets.ts';
import { startServers } from './servers.ts';
import { expectThat, step, stepAndGoOn } from './steps.ts';
import { openRelease, type RunningRelease } from './story.ts';

const podNetwork = '10.244.0.0/24';

/**
 * Writes a values file and returns its path. The release has two pods of each service, and servers outside of the
 * release.
 */
function writeValues({ repository, tag, nodeAddress }: Place): string {
  // A rolling upgrade runs three pods of each service for a while, and the node has two cores for all of them.
  const resources = (cpu: string): object => ({ requests: { cpu, memory: '128Mi' }, limits: { memory: '1Gi' } });
  const autoscaling = { enabled: true, minReplicas: 2, maxReplicas: 2, podMetrics: [] };
  const values = {
    mode: 'sandbox',
    image: { repository, tag },
    postgresql: { cidrs: [podNetwork] },
    nats: { url: 'nats://nats.servers:4222', cidrs: [podNetwork] },
    networkPolicy: { webhookCidrs: [`${nodeAddress}/32`] },
    tls: { source: 'none' },
    defaults: { replicas: 2, resources: resources('40m') },
    services: {
      gateway: { autoscaling, resources: resources('100m') },
      resolver: { autoscaling, resources: resources('40m') },
      engine: { autoscaling, resources: resources('120m') },
      billing: { resources: resources('80m') },
      sandbox: { resources: resources('100m') },
      operator: { resources: resources('10m') },
    },
  };
  const file = join(mkdtempSync(join(tmpdir(), 'assay-cluster-')), 'values.json');
  writeFileSync(file, JSON.stringify(values));
  return file;
}

async function checkBudgetsAndAutoscalers(): Promise<string> {
  const budgets = await until(
    () => list(namespace, 'pdb'),
    (each) => each.every(({ status }) => status['disruptionsAllowed'] === 1),
    60_000,
  );
  const autoscalers = await until(
    () => list(namespace, 'hpa'),
    (each) => each.every(({ status }) => Array.isArray(status['currentMetrics'])),
    120_000,
  );
  const reads = autoscalers.map(({ metadata }) => metadata.name.replace('assay-', '')).join(', ');
  return `${budgets.length} budgets allow one disruption each; autoscalers of ${reads} read their CPU`;
}

/**
 * Turns mutual TLS on, off and on again under load, and rolls back between. Each change goes through the step in which
 * TLS is optional. No request may fail.
 */
async function changeTls(release: RunningRelease, values: string): Promise<void> {
  await step('`helm upgrade` from no TLS to mutual TLS in one step', async () => {
    const args = secured.flatMap((set) => ['--set', set]);
    const { code, output } = await tryHelm(namespace, 'upgrade', 'assay', chart, '-f', values, ...args);
    expectThat(code !== 0 && output.includes('upgrade with tls.mode=optional'), `${code}: ${output}`);
    return 'helm refuses, and names the step between';
  });
  const changes: readonly (readonly [title: string, change: () => Promise<unknown>])[] = [
    ['mutual TLS made optional', () => upgrade(values, ...optionallySecured)],
    ['mutual TLS made required', () => upgrade(values, ...secured)],
    ['`helm rollback` to optional', () => rollBack()],
    ['mutual TLS turned off', () => upgrade(values)],
    ['mutual TLS made optional again', () => upgrade(values, ...optionallySecured)],
    ['mutual TLS made required again', () => upgrade(values, ...secured)],
  ];
  for (const [title, change] of changes) {
    await stepAndGoOn(`${title} under load`, async () => noneFailedButSources(await loadDuring(release, change)));
  }
}

/** Rehearses a release with two replicas of everything. PostgreSQL and NATS are outside of the release. */
export async function rehearseReplicas(place: Place): Promise<void> {
  const values = writeValues(place);
  await step('PostgreSQL with the roles of `make roles`, and NATS', async () => {
    await startServers(namespace);
    return 'in another namespace';
  });
  await step('`helm install --wait`, two pods of each service, without TLS', async () => {
    await helm(namespace, 'install', 'assay', chart, '-f', values, '--wait', '--timeout', '9m');
    return 'deployed';
  });
  const release = await openRelease(namespace);
  await putSecret(namespace, 'assay-test', { 'api-key': release.key });
  await tellStory(release, place);
  await step('disruption budgets and autoscalers', checkBudgetsAndAutoscalers);
  await changeTls(release, values);
  await step('`helm test --logs` with a key', () => testRelease(namespace));
  await stepAndGoOn('network paths', async () => {
    const image = `${place.repository}:${place.tag}`;
    const { tried, open, wrong } = await tryPaths(namespace, image, [
      '-f',
      values,
      ...secured.flatMap((s) => ['--set', s]),
    ]);
    expectThat(wrong.length === 0, wrong.join('; '));
    return `${tried} tried, ${open} open, all as the policies say`;
  });
  await rehearseFailures(release, place, values);
  await step('`helm uninstall`', async () => {
    await helm(namespace, 'uninstall', 'assay', '--wait', '--timeout', '5m');
    expectThat((await list(namespace, 'deployments')).length === 0, 'deployments are left');
    return 'no Deployment is left';
  });
}
