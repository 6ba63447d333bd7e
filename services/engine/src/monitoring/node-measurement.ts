import { balancedNodes, nodeEvidence } from '@assay/independence/nodes/explain-nodes';
import { isSettled } from '@assay/independence/nodes/judge-nodes';
import { createNodeState, readNodeState, writeNodeState, type NodeState } from '@assay/independence/nodes/node-state';
import { observeBurst } from '@assay/independence/nodes/observe-burst';
import type { Clock } from '@assay/service/clock';
import type { FetchProvider } from '@assay/providers/fetch';
import type { LoadedKeyState, StoredKeyState } from '@assay/independence/learner';
import { createNodeSampler, type NodeSamplingPace, type SampledNode } from './node-sampler.ts';
import type { KeyVerdicts } from '@assay/independence/verdict-snapshot';

/** The type under which pairs of nodes have their verdicts: `pair('chain', 'node-a', 'node-b')`. */
export const chainNodesType = 'chain';

/** The key of the nodes' stored state. */
export const nodesKey = `${chainNodesType}:slots`;

/** Measures the independence of the chain's nodes. It is light enough to run without a worker thread. */
export type NodeMeasurement = {
  /** Samples what is due. Call it several times a second while this replica is the leader. */
  readonly tick: () => void;
  /** Takes the stored state. Returns its key when the state cannot be read; the measurement then starts again. */
  readonly load: (stored: readonly LoadedKeyState[]) => readonly string[];
  /** Returns the verdicts when a burst changed them since the last call. */
  readonly freshVerdicts: () => readonly KeyVerdicts[];
  /** Returns the state when a burst changed it since the last call. */
  readonly changedStates: () => StoredKeyState[];
};

/** The dependencies of a node measurement. */
export type NodeMeasurementPorts = {
  readonly nodes: readonly SampledNode[];
  readonly fetch: FetchProvider;
  readonly clock: Clock;
  readonly pace: NodeSamplingPace;
};

/** Creates a measurement without any state. */
export function createNodeMeasurement(ports: NodeMeasurementPorts): NodeMeasurement {
  let state = createNodeState();
  let reportedBursts = 0;
  let storedBursts = 0;
  const tick = createNodeSampler({
    ...ports,
    isSettled: () => state.nodes.length >= ports.nodes.length && isSettled(state),
    onBurst: (burst) => observeBurst(state, burst),
  });
  return {
    tick,
    load: (stored) => {
      const found = stored.find(({ key }) => key === nodesKey);
      if (found === undefined) {
        return [];
      }
      try {
        state = readNodeState(found.state);
        storedBursts = state.bursts;
        return [];
      } catch {
        // The state is of another version. The measurement starts again.
        return [nodesKey];
      }
    },
    freshVerdicts: () => {
      if (state.bursts === reportedBursts) {
        return [];
      }
      reportedBursts = state.bursts;
      return [verdictsOfNodes(state)];
    },
    changedStates: () => {
      if (state.bursts === storedBursts) {
        return [];
      }
      storedBursts = state.bursts;
      return [{ key: nodesKey, state: writeNodeState(state), format: state.version, observations: state.bursts }];
    },
  };
}

function verdictsOfNodes(state: NodeState): KeyVerdicts {
  return {
    type: chainNodesType,
    key: nodesKey,
    observations: state.bursts,
    judgedMs: state.atMs,
    composites: balancedNodes(state),
    pairs: nodeEvidence(state),
  };
}
