import type { EvidenceOfKind, PairEvidence } from '../verdicts/explain.ts';
import { unexplainedSteps } from './judge-nodes.ts';
import { pairOf, type NodePair, type NodeState } from './node-state.ts';

const rounded = (value: number): number => Math.round(value * 10) / 10;
/** A part (0 to 1) as text; a negative part is unknown. */
const percent = (part: number): string => (part < 0 ? 'unknown' : `${Math.round(part * 100)} %`);

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
    // Two nodes give equal answers whether or not they share a backend, so no shared part can be bounded. The levels of
    // chain types need no bound.
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
      detail: `${nameOfA} was ahead of ${nameOfB} ${leadsOfA} separate times, and behind it ${leadsOfB} times`,
    },
    {
      kind: 'shared_lag',
      nats: rounded(evidence.sharedLag),
      detail: `their lags change together (common part of the changes: ${percent(evidence.common)})`,
    },
    {
      kind: 'together',
      nats: rounded(evidence.together),
      detail: 'neither has been ahead of the other for a long time',
    },
    {
      kind: 'co_failure',
      nats: rounded(evidence.coFailure),
      detail: 'they begin to fail together; without other evidence this only shows shared infrastructure',
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
    return `older slots follow newer ones at ${names}, so several backends answer there by turns; one of them may also answer for the other node`;
  }
  return unknownReason(pair, [nameOfA, nameOfB], [leadsOfA, leadsOfB]);
}

function sharedReason({ evidence, together, looks }: NodePair): string {
  if (evidence.sharedLag >= evidence.together) {
    return `in ${Math.round(looks)} comparisons they fell behind the other nodes and caught up together (common part of the changes: ${percent(evidence.common)})`;
  }
  return `they led each other before, but neither was ahead in the last ${together} comparisons: one backend answers for both`;
}

function unknownReason(
  { evidence, looks, relapses }: NodePair,
  [nameOfA, nameOfB]: readonly [string, string],
  [leadsOfA, leadsOfB]: readonly [number, number],
): string {
  const inLooks = `in ${Math.round(looks)} comparisons`;
  if (looks === 0) {
    return 'the two have not answered at the same time yet';
  }
  if (leadsOfA + leadsOfB === 0) {
    return `neither was ahead of the other ${inLooks}: they may be two nodes, or one node under two URLs`;
  }
  if (leadsOfA === 0 || leadsOfB === 0) {
    const [late, early] = leadsOfA === 0 ? [nameOfA, nameOfB] : [nameOfB, nameOfA];
    return `${late} was never ahead of ${early} ${inLooks}: it may be a late copy`;
  }
  if (evidence.proof >= evidence.asked) {
    return `each was ahead of the other, yet their lags change together (common part of the changes: ${percent(evidence.common)})`;
  }
  const again = relapses >= 1 ? '; more leads than usual are needed, because they answered as one node before' : '';
  return `${nameOfA} was ahead ${leadsOfA} separate times and ${nameOfB} ${leadsOfB} times ${inLooks}: too few for a proof yet${again}`;
}
