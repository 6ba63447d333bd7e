import { until } from '../compose/engine.ts';
import { apply, helm, kubectl, list, must } from './commands.ts';
import { loadDuring, wordsOf, type LoadOutcome } from './load.ts';
import type { Place } from './sandbox-release.ts';
import { putSecret, random } from './secrets.ts';
import { startNats } from './servers.ts';
import { expectThat, stepAndGoOn } from './steps.ts';
import { notify, type RunningRelease } from './story.ts';

/** The namespace of the release with two pods of each service. */
export const namespace = 'replicas';
/** The folder of the chart. */
export const chart = 'helm/assay';
/**
 * The services of the release, in the order in which a call reaches them. The sandbox is not among them, because it
 * simulates the outside world.
 */
const services = ['gateway', 'resolver', 'gate', 'engine', 'billing', 'watch', 'dashboard'] as const;

/** Returns the outcome of a load in words. Throws an error with these words when a request failed. */
function noneFailed(outcome: LoadOutcome): string {
  const words = wordsOf(outcome);
  expectThat(outcome.failed.length === 0, words);
  return words;
}

/**
 * Returns the outcome of a load in words. Throws when a request failed for any other reason than that no source
 * answered. Use it when the sandbox is replaced too: its sources are then unavailable, as when every provider is down.
 */
export function noneFailedButSources(outcome: LoadOutcome): string {
  const words = wordsOf(outcome);
  expectThat(
    outcome.failed.every(({ text }) => text.includes('"RESOLVE_FAILED"')),
    words,
  );
  return words;
}

async function waitForRollout(service: string): Promise<void> {
  await kubectl(namespace, 'rollout', 'status', `deployment/assay-${service}`, '--timeout=5m');
}

/** Ends one container of a service as a crash does, and waits until both pods are ready again. */
async function killOne(service: string): Promise<void> {
  const [pod] = await list(namespace, 'pods', '-l', `app.kubernetes.io/component=${service}`);
  const [container] = (pod?.status['containerStatuses'] ?? []) as readonly { readonly containerID: string }[];
  await must('test/rehearsals/cluster/node/kill.sh', container?.containerID.replace('containerd://', '') ?? '');
  // The kubelet needs a moment to notice the end. Until then, the rollout looks complete.
  await until(
    () => list(namespace, 'pods', '-l', `app.kubernetes.io/component=${service}`),
    (pods) => pods.some(({ status }) => JSON.stringify(status).includes('"exitCode":137')),
    30_000,
  );
  await waitForRollout(service);
}

/** Upgrades the release to the given values, with changes such as `image.tag=next`. Waits until every pod is ready. */
export async function upgrade(values: string, ...sets: readonly string[]): Promise<void> {
  const args = sets.flatMap((set) => ['--set', set]);
  await helm(namespace, 'upgrade', 'assay', chart, '-f', values, ...args, '--wait', '--timeout', '9m');
}

/** Rolls the release back to the revision before the last one. Waits until every pod is ready. */
export async function rollBack(): Promise<void> {
  await helm(namespace, 'rollback', 'assay', '--wait', '--timeout', '9m');
}

/** Evicts both pods of the gateway, one after the other. The same happens when a node is drained. */
async function evictTwice(): Promise<string> {
  const pods = await list(namespace, 'pods', '-l', 'app.kubernetes.io/component=gateway');
  const answers: string[] = [];
  for (const { metadata } of pods.slice(0, 2)) {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: metadata.name, namespace } };
    const path = `/api/v1/namespaces/${namespace}/pods/${metadata.name}/eviction`;
    const send = 'printf %s "$1" | kubectl create --raw "$0" -f - 2>&1 || true';
    answers.push((await must('sh', '-c', send, path, JSON.stringify(eviction))).includes('Success') ? 'yes' : 'no');
  }
  expectThat(answers.join() === 'yes,no', `evicted: ${answers.join()}`);
  await waitForRollout('gateway');
  return 'the first eviction is granted, the second refused';
}

async function rotateKeys(release: RunningRelease, values: string): Promise<string> {
  const rings = ['billing-secret-keys', 'watch-secret-keys', 'dashboard-secret-keys'];
  const { data } = JSON.parse(await kubectl(namespace, 'get', 'secret', 'assay', '-o', 'json')) as {
    readonly data: Readonly<Record<string, string>>;
  };
  const changed = rings.map((ring) => {
    const old = Buffer.from(data[ring] ?? '', 'base64').toString('utf8');
    return [ring, `k2:${random()},${old}`] as const;
  });
  await apply(namespace, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'assay' },
    data,
    stringData: Object.fromEntries(changed),
  });
  return noneFailedButSources(await loadDuring(release, () => upgrade(values, ...secured, 'secrets.version=second')));
}

/**
 * Changes the passwords of NATS and restarts the server. The services then have to log in again, and read the new
 * passwords for it.
 */
async function rotateNatsPasswords(release: RunningRelease): Promise<string> {
  const outcome = await loadDuring(release, async () => {
    const startedAt = new Date().toISOString();
    await putSecret(namespace, 'assay-nats', await startNats());
    // The kubelet updates the mounted Secret within some two minutes. The pods then log in with the new passwords.
    for (const service of ['watch', 'billing']) {
      const selector = `app.kubernetes.io/component=${service}`;
      await until(
        () => kubectl(namespace, 'logs', '-l', selector, '--tail=-1', `--since-time=${startedAt}`),
        (logs) => logs.split('connected to NATS"').length > 2,
        240_000,
      );
    }
  });
  return noneFailed(outcome);
}

/** Values to set in addition to the release's values file once TLS is on. */
export const secured = ['tls.source=auto', 'tests.apiKeySecret=assay-test'];
/** Values of the step between no TLS and mutual TLS. */
export const optionallySecured = [...secured, 'tls.mode=optional'];

/**
 * Restarts each service under load and kills each one. Then it upgrades, rolls back and rotates keys. No request may
 * fail.
 */
export async function rehearseFailures(release: RunningRelease, place: Place, values: string): Promise<void> {
  for (const service of services) {
    await stepAndGoOn(`rollout restart of ${service}`, async () => {
      const outcome = await loadDuring(release, async () => {
        await kubectl(namespace, 'rollout', 'restart', `deployment/assay-${service}`);
        await waitForRollout(service);
      });
      return noneFailed(outcome);
    });
  }
  for (const service of services) {
    await stepAndGoOn(`\`kill -9\` of one ${service}`, async () =>
      noneFailed(await loadDuring(release, () => killOne(service))),
    );
  }
  await stepAndGoOn('eviction of both gateways', evictTwice);
  // Change every pod except the sandbox's, because without the sandbox no source would answer.
  const changed = services.map((service) => `services.${service}.podAnnotations.revision=next`);
  await stepAndGoOn('`helm upgrade` that replaces every pod of the services', async () =>
    noneFailed(await loadDuring(release, () => upgrade(values, ...secured, ...changed))),
  );
  await stepAndGoOn('`helm rollback`', async () => noneFailed(await loadDuring(release, rollBack)));
  await stepAndGoOn('new keys of stored answers, webhooks and playground', () => rotateKeys(release, values));
  await stepAndGoOn('new NATS passwords, and a restart of NATS', () => rotateNatsPasswords(release));
  await stepAndGoOn('watch, with a webhook to the node, afterwards', () => notify(release, place.nodeAddress));
}
