import type { EvidenceOfKind, PairEvidence } from '../verdicts/explain.ts';
import { unexplainedSteps } from './judge-nodes.ts';
import { pairOf, type NodePair, type NodeState } from './node-state.ts';

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Returns the evidence on every two nodes, in the order of their names, with the reason of each verdict. */
export function nodeEvidence(state: NodeState): PairEvidence[] {
  const places = state.nodes
    .map((_, index) => index)
    .toSorted((a, b) => (nameAt(state, a) < nameAt(state, b) ? -1 : 1));
  return places.flatMap((a, index) => places.slice(index + 1).map((b) => evidenceOf(state, a, b)));
}

/**
 * Returns the names of nodes that step back too often for a single machine. Several backends answer under such a name,
 * so its leads prove little.
 */
export function balancedNodes(state: NodeState): string[] {
  return state.nodes.filter((node) => unexplainedSteps(node) > 0).map(({ name }) => name);
}

function nameAt(state: NodeState, index: number): string {
  return state.nodes[index]?.name ?? '';
}

function evidenceOf(state: NodeState, a: number, b: number): PairEvidence {
  const pair = pairOf(state, a, b);
  return {
    providers: [nameAt(state, a), nameAt(state, b)],
    verdict: pair.verdict,
    sinceMs: pair.sinceMs === 0 ? null : pair.sinceMs,
    judgedMs: state.atMs === 0 ? null : state.atMs,
    newestMs: state.atMs === 0 ? null : state.atMs,
    nats: rounded(pair.evidence.shared),
    observations: Math.round(pair.looks),
    kinds: kindsOf(state, a, b),
    // Equal answers prove nothing about nodes, so no share can be bounded. The levels of chain types need no bound.
    maxShare: null,
    reason: reasonOf(state, a, b),
  };
}

/** Returns how often each of two nodes led the other one, in the order of the arguments. */
function leadsOf(state: NodeState, a: number, b: number): readonly [leadsOfA: number, leadsOfB: number] {
  const { leads } = pairOf(state, a, b);
  const [first, second] = a < b ? leads : [leads[1], leads[0]];
  return [Math.floor(first), Math.floor(second)];
}

function kindsOf(state: NodeState, a: number, b: number): EvidenceOfKind[] {
  const { evidence } = pairOf(state, a, b);
  const [leadsOfA, leadsOfB] = leadsOf(state, a, b);
  const [nameOfA, nameOfB] = [nameAt(state, a), nameAt(state, b)];
  const kinds: EvidenceOfKind[] = [
    {
      kind: 'lead',
      nats: rounded(-evidence.proof),
      detail: `${nameOfA} was ahead ${leadsOfA} separate times, ${nameOfB} ${leadsOfB} times`,
    },
    {
      kind: 'shared_lag',
      nats: rounded(evidence.sharedLag),
      detail: `their lags move together (common part ${evidence.common.toFixed(2)})`,
    },
    { kind: 'together', nats: rounded(evidence.together), detail: 'neither has been ahead of the other for long' },
    {
      kind: 'co_failure',
      nats: rounded(evidence.coFailure),
      detail: 'they begin to fail together; alone this only means shared infrastructure',
    },
  ];
  return kinds.filter(({ nats }) => nats !== 0);
}

function reasonOf(state: NodeState, a: number, b: number): string {
  const pair = pairOf(state, a, b);
  const [leadsOfA, leadsOfB] = leadsOf(state, a, b);
  const [nameOfA, nameOfB] = [nameAt(state, a), nameAt(state, b)];
  switch (pair.verdict) {
    case 'independent':
      return `${nameOfA} was ahead of ${nameOfB} ${leadsOfA} separate times and behind it ${leadsOfB} times; a copy is never ahead, however late`;
    case 'shared_upstream':
      return sharedReason(pair);
    case 'unknown':
      break;
  }
  const balanced = [a, b].filter((index) => unexplainedSteps(state.nodes[index]) > 0);
  if (balanced.length > 0) {
    const names = balanced.map((index) => nameAt(state, index)).join(' and ');
    return `${names} shows older slots after newer ones: several backends answer by turns, and one may be the other node's`;
  }
  return unknownReason(pair, [nameOfA, nameOfB], [leadsOfA, leadsOfB]);
}

function sharedReason({ evidence, together, looks }: NodePair): string {
  if (evidence.sharedLag >= evidence.together) {
    return `they fall behind the other nodes and catch up together in ${Math.round(looks)} looks (common part ${evidence.common.toFixed(2)})`;
  }
  return `neither was ahead of the other in the last ${together} looks, though each moves by itself: one backend answers for both`;
}

function unknownReason(
  { evidence, looks, relapses }: NodePair,
  [nameOfA, nameOfB]: readonly [string, string],
  [leadsOfA, leadsOfB]: readonly [number, number],
): string {
  const inLooks = `in ${Math.round(looks)} looks`;
  if (looks === 0) {
    return 'the two have not been seen answering together';
  }
  if (leadsOfA + leadsOfB === 0) {
    return `never seen apart ${inLooks}: nothing tells two nodes from one that is asked twice`;
  }
  if (leadsOfA === 0 || leadsOfB === 0) {
    const [late, early] = leadsOfA === 0 ? [nameOfA, nameOfB] : [nameOfB, nameOfA];
    return `${late} was never ahead of ${early} ${inLooks}: it may be reading it late`;
  }
  if (evidence.proof >= evidence.asked) {
    return `each was ahead of the other, yet their lags move together (common part ${evidence.common.toFixed(2)})`;
  }
  const again = relapses >= 1 ? ', more than usual since they have answered as one before' : '';
  return `${nameOfA} was ahead ${leadsOfA} separate times and ${nameOfB} ${leadsOfB} times ${inLooks}: too few yet${again}`;
}
