import { balancedNodes, nodeEvidence } from '@assay/independence/nodes/explain-nodes';
import { isSettled } from '@assay/independence/nodes/judge-nodes';
import { createNodeState, readNodeState, writeNodeState, type NodeState } from '@assay/independence/nodes/node-state';
import { observeBurst } from '@assay/independence/nodes/observe-burst';
import type { FetchProvider } from '../providers/fetch.ts';
import type { Clock } from '@assay/service/clock';
import type { StoredKeyState } from './learner.ts';
import { createNodeSampler, type NodeSamplingPace, type SampledNode } from './node-sampler.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The type under which two nodes of the chain are asked about: `measured('chain', 'node-a', 'node-b')`. */
export const chainNodesType = 'chain';

/** The key under which what was learned about nodes is kept. */
export const nodesKey = `${chainNodesType}:slots`;

/** The measurement of a chain's nodes, beside that of providers. It is light enough to need no thread of its own. */
export type NodeMeasurement = {
  /** Samples what is due; called several times a second while this process has the lead. */
  readonly tick: () => void;
  /** Takes over what was learned before. @returns the key when it cannot be read, and is learned anew. */
  readonly load: (stored: readonly StoredKeyState[]) => readonly string[];
  /** What is known, when something was learned since the last call; nothing otherwise. */
  readonly freshVerdicts: () => readonly KeyVerdicts[];
  /** The state, when something was learned since the last call. */
  readonly changedStates: () => StoredKeyState[];
};

/** What measuring nodes needs of the world. */
export type NodeMeasurementPorts = {
  readonly nodes: readonly SampledNode[];
  readonly fetch: FetchProvider;
  readonly clock: Clock;
  readonly pace: NodeSamplingPace;
};

/** Creates a measurement that knows nothing of its nodes yet. */
export function createNodeMeasurement(ports: NodeMeasurementPorts): NodeMeasurement {
  let state = createNodeState();
  let shown = 0;
  let kept = 0;
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
        kept = state.bursts;
        return [];
      } catch {
        // A state of another version is learned anew rather than kept from being used at all.
        return [nodesKey];
      }
    },
    freshVerdicts: () => {
      if (state.bursts === shown) {
        return [];
      }
      shown = state.bursts;
      return [verdictsOfNodes(state)];
    },
    changedStates: () => {
      if (state.bursts === kept) {
        return [];
      }
      kept = state.bursts;
      return [{ key: nodesKey, state: writeNodeState(state) }];
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
