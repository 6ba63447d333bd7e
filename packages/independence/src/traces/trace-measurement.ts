import { clusters, evidenceAt, verdictOf, type ProviderClusters } from '../verdicts/clusters.ts';
import { createState } from '../create-state.ts';
import { cellAt } from '../generation-counters.ts';
import { judge } from '../judge.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { createChainState } from '../nodes/chain-state.ts';
import { chainClusters, chainVerdicts } from '../nodes/chain-verdicts.ts';
import { observeChain } from '../nodes/observe-chain.ts';
import type { Burst } from '../nodes/observe-burst.ts';
import { createPollBursts } from '../nodes/poll-bursts.ts';
import { familyOfKey, type ProviderObservation } from '../observation.ts';
import { observe } from '../observe.ts';
import { evidenceCell } from '../movement/score-pairs.ts';
import type { KeyVerdicts } from '../verdicts/verdict-snapshot.ts';

/** The measurement of one key of a recorded trace. It uses the code that also measures keys of this family online. */
export type TraceMeasurement = {
  readonly key: string;
  readonly take: (observation: ProviderObservation) => void;
  /** Judges all pairs from all observations so far. */
  readonly finish: () => void;
  readonly clusters: () => ProviderClusters;
  /** Names of the providers, in the order of their first observation. */
  readonly names: () => readonly string[];
  /** Returns the verdict on a pair. The two names may be in either order. */
  readonly pair: (a: string, b: string) => TracePair;
};

/** The verdict on one pair of a recorded trace. */
export type TracePair = {
  readonly verdict: PairVerdict;
  /** When the verdict began, in milliseconds since the Unix epoch; 0 before the first judgement. */
  readonly sinceMs: number;
  /** Evidence of sharing, in nats. */
  readonly nats: number;
};

const unseenPair: TracePair = { verdict: 'unknown', sinceMs: 0, nats: 0 };

/** Creates the measurement of one key. */
export function createTraceMeasurement(key: string): TraceMeasurement {
  return familyOfKey(key) === 'height' ? measureChain(key) : measureValues(key);
}

function measureValues(key: string): TraceMeasurement {
  const state = createState(key);
  return {
    key,
    take: (observation) => void observe(state, observation),
    finish: () => judge(state, state.roundStartMs),
    clusters: () => clusters(state),
    names: () => state.providers.map(({ name }) => name),
    pair: (a, b) => {
      const [low = -1, high = -1] = [a, b]
        .map((name) => state.providers.findIndex((provider) => provider.name === name))
        .toSorted((left, right) => left - right);
      return low < 0
        ? unseenPair
        : {
            verdict: verdictOf(state, low, high),
            sinceMs: cellAt(state.judgement.sinceMs, low * state.capacity + high),
            nats: evidenceAt(state, low, high, evidenceCell.total),
          };
    },
  };
}

function measureChain(key: string): TraceMeasurement {
  const state = createChainState(key);
  const polls = createPollBursts();
  let verdicts: KeyVerdicts | undefined;
  const learn = (burst: Burst): void => {
    observeChain(state, burst);
    verdicts = undefined;
  };
  return {
    key,
    take: (observation) => {
      const burst = polls.take(observation);
      if (burst !== undefined) {
        learn(burst);
      }
    },
    finish: () => {
      polls.rest().forEach(learn);
      judge(state.heights, state.heights.roundStartMs);
      verdicts = undefined;
    },
    clusters: () => chainClusters(state),
    names: () => state.nodes.nodes.map(({ name }) => name),
    pair: (a, b) => {
      verdicts ??= chainVerdicts(state, key);
      const found = verdicts.pairs.find(({ providers }) => [a, b].every((name) => providers.includes(name)));
      return found === undefined ? unseenPair : { ...found, sinceMs: found.sinceMs ?? 0 };
    },
  };
}
