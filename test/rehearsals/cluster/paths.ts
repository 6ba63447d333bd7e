import { renderChart } from '../../chart/support/chart.ts';
import { reachOf } from '../../chart/support/reach.ts';
import { apply, kubectl, list, type Item } from './commands.ts';

/** The connections that are possible on the node, compared with those that the network policies allow. */
export type Paths = {
  readonly tried: number;
  readonly open: number;
  /** The differences, as lines such as "gate > postgresql 5432: open, should be refused". */
  readonly wrong: readonly string[];
};

type Target = { readonly name: string; readonly host: string; readonly port: number };

const component = 'app.kubernetes.io/component';
const strangers = ['stranger', 'outsider'];
/** Components from which the test cannot connect, because their images contain no program for it. */
const servers = ['nats', 'postgresql'];

/**
 * A program that connects to every target and prints the targets that accept. When a policy drops the packets, no
 * answer comes.
 */
const probe = `
const net = require('node:net');
const targets = JSON.parse(process.argv[1]);
const reach = ({ name, host, port }) => new Promise((resolve) => {
  const socket = net.connect({ host, port });
  const end = (isOpen) => { socket.destroy(); resolve(isOpen ? name + ' ' + port : ''); };
  socket.once('connect', () => end(true)).once('error', () => end(false)).setTimeout(3000, () => end(false));
});
Promise.all(targets.map(reach)).then((lines) => console.log(JSON.stringify(lines.filter(Boolean))));
`;

/**
 * Tries every connection to a port that a component serves. The sources are each component of a release, a pod without
 * labels in the same namespace, and a pod of another namespace. Compares the result with the network policies that the
 * chart renders from the same values.
 */
export async function tryPaths(namespace: string, image: string, values: readonly string[]): Promise<Paths> {
  const rules = reachOf(renderChart(...values));
  await Promise.all([addStranger(namespace, 'stranger', image), addStranger('default', 'outsider', image)]);
  const pods = await runningPods(namespace);
  const targets = targetsOf(pods);
  const sources = [...[...pods.keys()].filter((name) => !servers.includes(name)), ...strangers];
  const results = await Promise.all(
    sources.map(async (source) => {
      const [where, pod] = source === 'outsider' ? ['default', source] : [namespace, nameOf(pods, source)];
      const text = await kubectl(where, 'exec', pod, '--', 'node', '-e', probe, JSON.stringify(targets));
      return (JSON.parse(text) as readonly string[]).map((target) => `${source} > ${target}`);
    }),
  );
  const open = new Set(results.flat());
  const isRight = (source: string, { name, port }: Target): boolean =>
    strangers.includes(source)
      ? rules.outside.includes(`anybody > ${name} ${port}`)
      : rules.inside.includes(`${source} > ${name} ${port}`);
  const wrong = sources.flatMap((source) =>
    targets
      .filter((target) => source !== target.name)
      .filter((target) => open.has(`${source} > ${target.name} ${target.port}`) !== isRight(source, target))
      .map((target) => {
        const line = `${source} > ${target.name} ${target.port}`;
        return open.has(line) ? `${line}: open, should be refused` : `${line}: refused, should be open`;
      }),
  );
  await Promise.all([
    kubectl(namespace, 'delete', 'pod', 'stranger', '--grace-period=1'),
    kubectl('default', 'delete', 'pod', 'outsider', '--grace-period=1'),
  ]);
  return { tried: sources.length * targets.length, open: open.size, wrong };
}

/** Returns a ready pod of each component that runs permanently, by the component's name. */
async function runningPods(namespace: string): Promise<ReadonlyMap<string, Item>> {
  const pods = await list(namespace, 'pods', '--field-selector=status.phase=Running', '-l', component);
  const isReady = ({ metadata, status }: Item): boolean =>
    metadata.deletionTimestamp === undefined &&
    (status['conditions'] as readonly { readonly type: string; readonly status: string }[]).some(
      (condition) => condition.type === 'Ready' && condition.status === 'True',
    );
  return new Map(pods.filter(isReady).map((pod) => [pod.metadata.labels?.[component] ?? '', pod]));
}

function nameOf(pods: ReadonlyMap<string, Item>, source: string): string {
  return pods.get(source)?.metadata.name ?? source;
}

function targetsOf(pods: ReadonlyMap<string, Item>): readonly Target[] {
  return [...pods].flatMap(([name, pod]) => {
    const containers = pod.spec['containers'] as readonly {
      readonly ports?: readonly { readonly containerPort: number }[];
    }[];
    const host = String(pod.status['podIP']);
    return containers.flatMap(({ ports = [] }) => ports.map(({ containerPort: port }) => ({ name, host, port })));
  });
}

async function addStranger(namespace: string, name: string, image: string): Promise<void> {
  const securityContext = {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
  const args = ['-e', 'setInterval(() => undefined, 60000)'];
  const spec = { containers: [{ name, image, imagePullPolicy: 'IfNotPresent', args, securityContext }] };
  await apply(namespace, { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { stranger: 'yes' } }, spec });
  await kubectl(namespace, 'wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s');
}
