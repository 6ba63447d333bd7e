import { nodeRule } from './constants.ts';
import { pairOf, type NodePair, type NodeState, type NodeTrack } from './node-state.ts';
import { commonMovement, sharedLagNats } from './shared-lag.ts';

/** Judges all pairs again. */
export function judgeNodes(state: NodeState): void {
  for (let b = 1; b < state.nodes.length; b += 1) {
    for (let a = 0; a < b; a += 1) {
      judgePair(state, a, b);
    }
  }
}

function judgePair(state: NodeState, a: number, b: number): void {
  const pair = pairOf(state, a, b);
  const common = commonMovement(state, a, b);
  const sharedLag = sharedLagNats(common, pair.movements);
  const together = togetherNats(pair);
  const seen = Math.max(sharedLag, together);
  const coFailure =
    seen < nodeRule.coFailureNeedsNats
      ? 0
      : Math.min(nodeRule.coFailureNats, Math.max(0, pair.failuresTogether - pair.failuresAlone));
  const shared = seen + coFailure;
  const proof = proofNats(state, a, b);
  const asked = nodeRule.independentNats * 2 ** Math.floor(pair.relapses);
  pair.evidence = { proof, asked, together, sharedLag, common, coFailure, shared };
  const verdict = verdictOf(pair);
  if (verdict !== pair.verdict || pair.sinceMs === 0) {
    pair.verdict = verdict;
    pair.sinceMs = state.atMs;
  }
}

function verdictOf({ verdict, evidence }: NodePair): NodePair['verdict'] {
  const { proof, asked, shared, common } = evidence;
  if (shared >= (verdict === 'shared_upstream' ? nodeRule.unsharedNats : nodeRule.sharedNats)) {
    return 'shared_upstream';
  }
  const holds = verdict === 'independent';
  const proven = proof >= asked * (holds ? nodeRule.independentKeep : 1);
  const doubted = shared >= (holds ? nodeRule.doubtEndsNats : nodeRule.doubtNats) || common >= nodeRule.commonVeto;
  return proven && !doubted ? 'independent' : 'unknown';
}

/**
 * Returns the evidence, in nats, that neither node copies the other. It does not count leads that a load balancer could
 * cause, as estimated from the steps back of both nodes.
 */
function proofNats(state: NodeState, a: number, b: number): number {
  const { leads } = pairOf(state, a, b);
  const stepsBack = [a, b].reduce((sum, index) => sum + unexplainedSteps(state.nodes[index]), 0);
  return nodeRule.leadNats * Math.max(0, Math.min(leads[0], leads[1]) - nodeRule.leadsPerStepBack * stepsBack);
}

/**
 * Returns the number of steps back that a single machine with occasional restarts would not make. They show a load
 * balancer.
 */
export function unexplainedSteps(node: NodeTrack | undefined): number {
  if (node === undefined) {
    return 0;
  }
  const { answers, stepsBack } = node;
  const restarts = Math.min(nodeRule.maxRestarts, answers / nodeRule.answersPerRestart);
  return Math.max(0, stepsBack - restarts - answers / nodeRule.answersPerStepBack);
}

/**
 * Returns the evidence, in nats, that two nodes which used to lead each other now share a backend. It grows with the
 * number of looks since the latest lead. When it reaches the threshold, the earlier proof is forgotten.
 */
function togetherNats(pair: NodePair): number {
  const leads = pair.leads[0] + pair.leads[1];
  const known = leads >= nodeRule.minRateLeads;
  const rate = known ? leadRate(pair, leads) : pair.formerRate;
  const nats = Math.max(0, -pair.together * Math.log(1 - rate) - nodeRule.togetherSearchNats);
  if (known && nats >= nodeRule.sharedNats) {
    pair.formerRate = rate;
    pair.relapses = Math.min(nodeRule.maxRelapses, pair.relapses + 1);
    pair.leads = [0, 0];
    pair.leadLooks = 0;
  }
  return nats;
}

/**
 * Returns the number of leads per look, for the time before the latest series of looks without a lead. To be cautious,
 * it lowers the number of leads by one standard deviation.
 */
function leadRate({ leadLooks, together }: NodePair, leads: number): number {
  return Math.min(nodeRule.maxRate, (leads - Math.sqrt(leads)) / Math.max(1, leadLooks - together));
}

/** Returns whether more frequent bursts would bring no further evidence on any two nodes that answer. */
export function isSettled(state: NodeState): boolean {
  return state.nodes.every((node, b) =>
    state.nodes.slice(0, b).every((earlier, a) => {
      const pair = pairOf(state, a, b);
      return !node.present || !earlier.present || pair.verdict !== 'unknown' || pair.looks >= nodeRule.patienceLooks;
    }),
  );
}
