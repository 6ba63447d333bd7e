import { podsOf, type KubernetesObject } from './chart.ts';

/** Labels of a pod or a namespace. */
export type Labels = Readonly<Record<string, string>>;
type Selector = { readonly matchLabels?: Labels };

/**
 * One entry of the `from` or `to` list of a rule: IP addresses, pods of the release's namespace, or pods of other
 * namespaces.
 */
export type Peer = {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
};
type Port = { readonly port: number; readonly protocol: string };
type Rule = { readonly ports?: readonly Port[]; readonly from?: readonly Peer[]; readonly to?: readonly Peer[] };

/** A network policy, with the parts that the tests evaluate. */
export type Policy = {
  readonly name: string;
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
};

/** Returns the network policies among the objects. */
export function policiesOf(objects: readonly KubernetesObject[]): readonly Policy[] {
  return objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ metadata, spec }) => ({ name: metadata.name, spec: spec as unknown as Policy['spec'] }));
}

/** Returns whether a selector matches an object with these labels. */
export function selectorMatches({ matchLabels = {} }: Selector, labels: Labels): boolean {
  return Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
}

type Node = { readonly name: string; readonly labels: Labels; readonly ports: readonly number[] };

/**
 * The connections that the network policies allow. `inside` has those among the release's pods, and `outside` those
 * with everything else.
 */
export type PodReach = {
  /** Lines such as "gateway > billing 7070": connections that the policies of both pods allow. */
  readonly inside: readonly string[];
  /**
   * Connections that the policy of one pod allows but the policy of the other pod denies. The rule that allows such a
   * connection is unnecessary.
   */
  readonly halfOpen: readonly string[];
  /**
   * Connections with peers outside of the release. "engine > 0.0.0.0/0 without 14 all" means that engine may reach all
   * ports of all addresses except 14 networks. "namespace monitoring > gate 9464" means that pods of this namespace may
   * reach that port of gate.
   */
  readonly outside: readonly string[];
};

/**
 * Evaluates the network policies of a release as Kubernetes does: a pod that a policy selects may only make the connections
 * that policies allow.
 */
export function reachOf(objects: readonly KubernetesObject[]): PodReach {
  const policies = policiesOf(objects);
  const nodes = nodesOf(objects, policies);
  const rulesOf = (node: Node, direction: 'ingress' | 'egress'): readonly Rule[] =>
    policies
      .filter(({ spec }) => selectorMatches(spec.podSelector, node.labels))
      .flatMap(({ spec }) => spec[direction] ?? []);
  const lets = (rules: readonly Rule[], side: 'from' | 'to', peer: Labels, port: number): boolean =>
    rules.some(
      (rule) =>
        (rule.ports === undefined || rule.ports.some((each) => each.port === port && each.protocol === 'TCP')) &&
        (rule[side] === undefined ||
          rule[side].some(
            ({ podSelector, namespaceSelector }) =>
              podSelector !== undefined && namespaceSelector === undefined && selectorMatches(podSelector, peer),
          )),
    );
  const inside: string[] = [];
  const halfOpen: string[] = [];
  for (const from of nodes) {
    for (const to of nodes) {
      // A rule that lists no peers opens its port to everyone outside. Such ports are listed separately.
      const narrow = rulesOf(to, 'ingress').filter((rule) => rule.from !== undefined);
      for (const port of new Set(to.ports)) {
        const isLetOut = lets(rulesOf(from, 'egress'), 'to', to.labels, port);
        const isLetIn = lets(rulesOf(to, 'ingress'), 'from', from.labels, port);
        if (isLetOut && isLetIn) {
          inside.push(`${from.name} > ${to.name} ${port}`);
        } else if (isLetOut || lets(narrow, 'from', from.labels, port)) {
          halfOpen.push(`${from.name} > ${to.name} ${port}`);
        }
      }
    }
  }
  const outside = nodes.flatMap((node) => [
    ...rulesOf(node, 'egress').flatMap((rule) =>
      strangers(rule.to).map((peer) => `${node.name} > ${peer} ${portsOf(rule)}`),
    ),
    ...rulesOf(node, 'ingress').flatMap((rule) =>
      strangers(rule.from).map((peer) => `${peer} > ${node.name} ${portsOf(rule)}`),
    ),
  ]);
  return { inside: sorted(inside), halfOpen: sorted(halfOpen), outside: sorted(outside) };
}

/**
 * Returns the pods by component. A Kubernetes operator creates some pods later. The function infers these from the
 * policies that select them.
 */
function nodesOf(objects: readonly KubernetesObject[], policies: readonly Policy[]): readonly Node[] {
  const nodes = new Map<string, Node>();
  const policyNodes = policies.flatMap(({ spec }) => {
    const labels = spec.podSelector.matchLabels ?? {};
    return labels['cnpg.io/cluster'] === undefined ? [] : [{ name: 'cluster', labels, ports: [5432, 8000] }];
  });
  // A container may listen on a port that it does not declare. So the ports in policies count too.
  const admitted = (labels: Labels): readonly number[] =>
    policies
      .filter(({ spec }) => selectorMatches(spec.podSelector, labels))
      .flatMap(({ spec }) => spec.ingress ?? [])
      .flatMap(({ ports = [] }) => ports.map(({ port }) => port));
  const pods = podsOf(objects).map(({ labels, spec }) => ({
    name: labels['app.kubernetes.io/component'] ?? '',
    labels,
    ports: [
      ...spec.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
      ...admitted(labels),
    ],
  }));
  for (const node of [...pods, ...policyNodes]) {
    nodes.set(node.name, { ...node, ports: [...new Set([...(nodes.get(node.name)?.ports ?? []), ...node.ports])] });
  }
  return [...nodes.values()];
}

/** Returns words for the peers of a rule that are not pods of the release. */
function strangers(peers: readonly Peer[] | undefined): readonly string[] {
  if (peers === undefined) {
    return ['anybody'];
  }
  return peers.flatMap(({ ipBlock, namespaceSelector, podSelector }) => {
    if (ipBlock !== undefined) {
      return [ipBlock.except === undefined ? ipBlock.cidr : `${ipBlock.cidr} without ${ipBlock.except.length}`];
    }
    if (namespaceSelector !== undefined) {
      const pods = podSelector === undefined ? '' : ` ${words(podSelector)}`;
      return [`namespace ${words(namespaceSelector)}${pods}`];
    }
    return podSelector?.matchLabels?.['app.kubernetes.io/instance'] === undefined &&
      podSelector?.matchLabels?.['cnpg.io/cluster'] === undefined
      ? [`pods ${words(podSelector ?? {})}`]
      : [];
  });
}

function words({ matchLabels = {} }: Selector): string {
  return Object.entries(matchLabels)
    .map(([name, value]) => (name === 'kubernetes.io/metadata.name' ? value : `${name}=${value}`))
    .join(',');
}

function portsOf({ ports }: Rule): string {
  return (
    ports?.map(({ port, protocol }) => (protocol === 'TCP' ? String(port) : `${port}/${protocol}`)).join(',') ?? 'all'
  );
}

function sorted(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)].toSorted();
}
