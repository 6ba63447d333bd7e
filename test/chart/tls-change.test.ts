import { expect, test } from '@jest/globals';
import { podsOf, renderChart, valuesOf, type KubernetesObject } from './support/chart.ts';
import { installInto, namespace, type Objects } from './support/empty-cluster.ts';

const sandbox = ['-f', valuesOf('sandbox'), '--set', 'secrets.check=false'];
/** The chart's values for each state of mutual TLS. */
const valuesFor = {
  off: 'tls.source=none',
  optional: 'tls.source=self-signed,tls.mode=optional',
  required: 'tls.source=self-signed',
} as const;
type State = keyof typeof valuesFor;

/** Returns the objects of a cluster in which a release runs with mutual TLS in one state. */
function clusterWith(state: State, status: object): Objects {
  const deployments = renderChart(...sandbox, '--set', valuesFor[state]).filter(({ kind }) => kind === 'Deployment');
  expect(podsOf(deployments).length).toBeGreaterThan(8);
  const at = ({ metadata }: KubernetesObject): string =>
    `/apis/apps/v1/namespaces/${namespace}/deployments/${metadata.name}`;
  return {
    [`/api/v1/namespaces/${namespace}/serviceaccounts/default`]: {
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace },
    },
    ...Object.fromEntries(deployments.map((each) => [at(each), { ...each, status }])),
  };
}

const rolledOut = { replicas: 2, updatedReplicas: 2 };
/**
 * Every refusal of a change of mutual TLS begins with this text. helm may also refuse for another reason: kinds that
 * the simulated server lacks.
 */
const refusal = 'tls: this upgrade changes mutual TLS';

test.each<[State, State]>([
  ['off', 'required'],
  ['required', 'off'],
])(
  'helm refuses to change mutual TLS from %s to %s in one step',
  async (from, to) => {
    const cluster = clusterWith(from, rolledOut);
    const { error, changes } = await installInto(cluster, ...sandbox, '--set', valuesFor[to]);
    expect(error).toContain(
      `${refusal} from ${from} to ${to}, so calls between old and new pods of billing, dashboard`,
    );
    expect(error).toContain('upgrade with tls.mode=optional and a tls.source with certificates first');
    expect(changes).toEqual([]);
    const unchecked = await installInto(cluster, ...sandbox, '--set', `${valuesFor[to]},tls.checkChange=false`);
    expect(unchecked.error).not.toContain(refusal);
  },
  120_000,
);

test.each<[State, State]>([
  ['off', 'off'],
  ['off', 'optional'],
  ['optional', 'required'],
  ['optional', 'optional'],
  ['required', 'required'],
  ['required', 'optional'],
  ['optional', 'off'],
])(
  'helm changes mutual TLS from %s to %s',
  async (from, to) => {
    const { error } = await installInto(clusterWith(from, rolledOut), ...sandbox, '--set', valuesFor[to]);
    expect(error).not.toContain(refusal);
    expect(error).toContain('no matches for kind');
  },
  120_000,
);

test('helm refuses the second step while pods from before the first step run', async () => {
  const cluster = clusterWith('optional', { replicas: 3, updatedReplicas: 1 });
  const { error } = await installInto(cluster, ...sandbox, '--set', valuesFor.required);
  expect(error).toContain(`${refusal} to required, but the Deployments of billing, dashboard`);
  const sameState = await installInto(cluster, ...sandbox, '--set', valuesFor.optional);
  expect(sameState.error).not.toContain(refusal);
}, 120_000);
