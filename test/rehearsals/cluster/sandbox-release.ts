import { until } from '../compose/engine.ts';
import { helm, kubectl, list, tryHelm } from './commands.ts';
import { tryPaths } from './paths.ts';
import { makeNamespace, makeSecretsOfReadme, removeNamespaces } from './secrets.ts';
import { expectThat, step } from './steps.ts';
import { ask, askGate, notify, openRelease, traceOf, untilAnchored, type RunningRelease } from './story.ts';

const namespace = 'assay';
const chart = 'helm/assay';

/** The image and the node of a rehearsal. */
export type Place = {
  /** Name of the project's image on the node. Its tag follows. */
  readonly repository: string;
  readonly tag: string;
  /** The IP address of the node. Pods reach the rehearsal's webhook receiver at this address. */
  readonly nodeAddress: string;
};

/** Returns helm's arguments for the variant that the chart's README installs. They also allow webhooks to the node. */
function valuesOf({ repository, tag, nodeAddress }: Place): readonly string[] {
  const sets = [`image.repository=${repository}`, `image.tag=${tag}`, `networkPolicy.webhookCidrs={${nodeAddress}/32}`];
  return ['-f', `${chart}/ci/sandbox-values.yaml`, ...sets.flatMap((set) => ['--set', set])];
}

/** Runs `helm test`. Returns the first line that the test's pod wrote. */
export async function testRelease(where: string): Promise<string> {
  const text = await helm(where, 'test', 'assay', '--logs', '--timeout', '3m');
  const [, log = ''] = text.split('POD LOGS: assay-first-call\n');
  return `ended with 0: ${log.trim().split('\n')[0] ?? ''}`;
}

/**
 * Shows what happens to one answer from the first question to the operator's trace. Each part is a step of the table.
 */
export async function tellStory(release: RunningRelease, place: Place): Promise<void> {
  let traceId = '';
  await step('first answer after the account', async () => {
    const { status, body } = await ask(release);
    expectThat(status === 200, `${status} ${JSON.stringify(body)}`);
    return `level ${(body['verification'] as { level?: string }).level ?? ''}`;
  });
  await step('until the answer is `anchored`', async () => {
    traceId = await untilAnchored(release);
    return 'anchored';
  });
  await step('gate', () => askGate(release));
  await step('watch, with a webhook to the node', () => notify(release, place.nodeAddress));
  await step('`assay trace` in the pod for operators', () => traceOf(release, traceId));
}

/** Installs the sandbox variant with its own servers, as the chart's README says. Returns the release. */
async function install(place: Place): Promise<RunningRelease> {
  const values = valuesOf(place);
  await step('`helm install --create-namespace` without Secrets', async () => {
    const { code, output } = await tryHelm(namespace, 'install', 'assay', chart, '--create-namespace', ...values);
    expectThat(code !== 0 && output.includes('the Secret assay-nats does not exist'), `${code}: ${output}`);
    return 'refused; names 3 Secrets, their keys and the namespace; nothing is created';
  });
  await makeNamespace(namespace);
  await makeSecretsOfReadme(namespace);
  await step('`helm install --wait` with the Secrets of the README', async () => {
    await helm(namespace, 'install', 'assay', chart, ...values, '--wait', '--timeout', '8m');
    const pods = await list(namespace, 'pods');
    const restarts = pods.flatMap(({ status }) => (status['containerStatuses'] ?? []) as { restartCount: number }[]);
    const count = restarts.reduce((sum, { restartCount }) => sum + restartCount, 0);
    return `deployed under restricted Pod Security; ${count} containers started again`;
  });
  return openRelease(namespace);
}

/** Returns the names of the release's objects that still exist, apart from Secrets and volumes. */
async function namesOfRelease(): Promise<readonly string[]> {
  const names = await kubectl(namespace, 'get', 'all,cm,sa,netpol,role,rolebinding,pdb,hpa', '-o', 'name');
  return names.split('\n').filter((name) => name.includes('assay') && !name.includes('first-call'));
}

async function reinstall(place: Place, key: string): Promise<void> {
  await step('`helm uninstall`', async () => {
    await helm(namespace, 'uninstall', 'assay', '--wait', '--timeout', '3m');
    // Helm waits for the Deployments alone. Their pods end afterwards, within their grace period.
    await until(namesOfRelease, (names) => names.length === 0, 90_000);
    return 'only Secrets and volumes are left';
  });
  await step('`helm install` again with the same Secrets', async () => {
    await helm(namespace, 'install', 'assay', chart, ...valuesOf(place), '--wait', '--timeout', '8m');
    const { gatewayUrl } = await openRelease(namespace);
    const { status, body } = await ask({ namespace, gatewayUrl, key });
    expectThat(status === 200, `the earlier key: ${status} ${JSON.stringify(body)}`);
    return 'the earlier key is answered';
  });
}

/** Rehearses the sandbox variant. It begins without the namespace and ends after a second installation. */
export async function rehearseSandbox(place: Place): Promise<void> {
  const release = await install(place);
  await step('`helm test --logs`', () => testRelease(namespace));
  await tellStory(release, place);
  await step('network paths', async () => {
    const { tried, open, wrong } = await tryPaths(namespace, `${place.repository}:${place.tag}`, valuesOf(place));
    expectThat(wrong.length === 0, wrong.join('; '));
    return `${tried} tried, ${open} open, all as the policies say`;
  });
  await reinstall(place, release.key);
  await helm(namespace, 'uninstall', 'assay', '--wait', '--timeout', '3m');
  await removeNamespaces(namespace);
}
