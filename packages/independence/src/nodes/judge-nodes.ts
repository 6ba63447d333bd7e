import { NODES } from './constants.ts';
import { pairOf, type NodePair, type NodeState, type NodeTrack } from './node-state.ts';
import { commonMovement, sharedLagNats } from './shared-lag.ts';

/** Judges all pairs anew. */
export function judgeNodes(state: NodeState): void {
  for (let other = 1; other < state.nodes.length; other += 1) {
    for (let one = 0; one < other; one += 1) {
      judgePair(state, one, other);
    }
  }
}

function judgePair(state: NodeState, one: number, other: number): void {
  const pair = pairOf(state, one, other);
  const common = commonMovement(state, one, other);
  const sharedLag = sharedLagNats(common, pair.movements);
  const together = togetherNats(pair);
  const seen = Math.max(sharedLag, together);
  const coFailure =
    seen < NODES.coFailureNeedsNats
      ? 0
      : Math.min(NODES.coFailureNats, Math.max(0, pair.failuresTogether - pair.failuresAlone));
  const shared = seen + coFailure;
  const proof = proofNats(state, one, other);
  const asked = NODES.independentNats * 2 ** Math.floor(pair.relapses);
  pair.evidence = { proof, asked, together, sharedLag, common, coFailure, shared };
  const verdict = verdictOf(pair);
  if (verdict !== pair.verdict || pair.sinceMs === 0) {
    pair.verdict = verdict;
    pair.sinceMs = state.atMs;
  }
}

function verdictOf({ verdict, evidence }: NodePair): NodePair['verdict'] {
  const { proof, asked, shared, common } = evidence;
  if (shared >= (verdict === 'shared_upstream' ? NODES.unsharedNats : NODES.sharedNats)) {
    return 'shared_upstream';
  }
  const holds = verdict === 'independent';
  const proven = proof >= asked * (holds ? NODES.independentKeep : 1);
  const doubted = shared >= (holds ? NODES.doubtEndsNats : NODES.doubtNats) || common >= NODES.commonVeto;
  return proven && !doubted ? 'independent' : 'unknown';
}

/** How strongly leads in both directions rule copying out, after what steps back of either explain. */
function proofNats(state: NodeState, one: number, other: number): number {
  const { leads } = pairOf(state, one, other);
  const stepsBack = [one, other].reduce((sum, index) => sum + unexplainedSteps(state.nodes[index]), 0);
  return NODES.leadNats * Math.max(0, Math.min(leads[0], leads[1]) - NODES.leadsPerStepBack * stepsBack);
}

/** Steps back beyond those that a single machine makes, which restarts now and then: they show a balancer. */
export function unexplainedSteps(node: NodeTrack | undefined): number {
  if (node === undefined) {
    return 0;
  }
  const { answers, stepsBack } = node;
  const restarts = Math.min(NODES.restartsMost, answers / NODES.answersPerRestart);
  return Math.max(0, stepsBack - restarts - answers / NODES.answersPerStepBack);
}

/**
 * How unlikely it is that two nodes that used to be apart now and then have not been for so long. When it becomes too
 * unlikely, one backend answers for both from now on, and what was proven before is forgotten.
 */
function togetherNats(pair: NodePair): number {
  const leads = pair.leads[0] + pair.leads[1];
  const known = leads >= NODES.rateLeadsLeast;
  const rate = known ? leadRate(pair, leads) : pair.formerRate;
  const nats = Math.max(0, -pair.together * Math.log(1 - rate) - NODES.togetherSearchNats);
  if (known && nats >= NODES.sharedNats) {
    pair.formerRate = rate;
    pair.relapses = Math.min(NODES.relapsesMost, pair.relapses + 1);
    pair.leads = [0, 0];
    pair.leadLooks = 0;
  }
  return nats;
}

/** How often a look showed a lead before the silence, by the deviation of its count less than it seems. */
function leadRate({ leadLooks, together }: NodePair, leads: number): number {
  return Math.min(NODES.rateMost, (leads - Math.sqrt(leads)) / Math.max(1, leadLooks - together));
}

/** Whether asking quickly has told what it can of every two nodes that answer. */
export function isSettled(state: NodeState): boolean {
  return state.nodes.every((node, other) =>
    state.nodes.slice(0, other).every((earlier, one) => {
      const pair = pairOf(state, one, other);
      return !node.present || !earlier.present || pair.verdict !== 'unknown' || pair.looks >= NODES.patienceLooks;
    }),
  );
}
