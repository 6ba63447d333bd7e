import { createChainState, readChainState, writeChainState } from '@assay/independence/nodes/chain-state';
import { chainVerdicts } from '@assay/independence/nodes/chain-verdicts';
import { isSettled } from '@assay/independence/nodes/judge-nodes';
import { observeChain } from '@assay/independence/nodes/observe-chain';
import type { Clock } from '@assay/runtime/clock';
import type { FetchProvider } from '@assay/providers/fetch';
import type { LoadedKeyState, StoredKeyState } from '@assay/independence/key-state';
import { createNodeSampler, type NodeSamplingPace, type SampledNode } from './node-sampler.ts';
import type { KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';

/** The type under which the measurement stores the pairs of nodes: `pair('chain', 'node-a', 'node-b')`. */
export const chainNodesType = 'chain';

/** The key under which the state of the node measurement is stored. */
export const nodesKey = `${chainNodesType}:slots`;

/** Measures the independence of the chain's nodes. It needs little CPU time, so it runs without a worker thread. */
export type NodeMeasurement = {
  /** Starts the samples that are due. Call it several times a second while this replica is the leader. */
  readonly tick: () => void;
  /**
   * Loads the stored state. If the state cannot be read, returns its key and begins the measurement without evidence.
   */
  readonly load: (stored: readonly LoadedKeyState[]) => readonly string[];
  /** Returns the verdicts if a burst of requests to the nodes changed them since the last call. */
  readonly freshVerdicts: () => readonly KeyVerdicts[];
  /** Returns the learned state if a burst of requests to the nodes changed it since the last call. */
  readonly changedStates: () => StoredKeyState[];
};

/** The dependencies of a node measurement. */
export type NodeMeasurementPorts = {
  readonly nodes: readonly SampledNode[];
  readonly fetch: FetchProvider;
  readonly clock: Clock;
  readonly pace: NodeSamplingPace;
  /** Receives an unexpected error in the handling of a source's answer. */
  readonly onUnexpected?: (source: string, error: unknown) => void;
};

/** Creates a node measurement without any evidence. */
export function createNodeMeasurement(ports: NodeMeasurementPorts): NodeMeasurement {
  let state = createChainState(nodesKey);
  let reportedBursts = 0;
  let storedBursts = 0;
  const tick = createNodeSampler({
    ...ports,
    isSettled: () => state.nodes.nodes.length >= ports.nodes.length && isSettled(state.nodes),
    onBurst: (burst) => observeChain(state, burst),
  });
  return {
    tick,
    load: (stored) => {
      const storedState = stored.find(({ key }) => key === nodesKey);
      if (storedState === undefined) {
        return [];
      }
      try {
        state = readChainState(storedState.state, nodesKey);
        storedBursts = state.nodes.bursts;
        return [];
      } catch {
        // The stored state has another format, so the measurement begins without evidence.
        return [nodesKey];
      }
    },
    freshVerdicts: () => {
      if (state.nodes.bursts === reportedBursts) {
        return [];
      }
      reportedBursts = state.nodes.bursts;
      return [chainVerdicts(state, chainNodesType)];
    },
    changedStates: () => {
      if (state.nodes.bursts === storedBursts) {
        return [];
      }
      storedBursts = state.nodes.bursts;
      const { version: format, nodes } = state;
      return [{ key: nodesKey, state: writeChainState(state), format, observations: nodes.bursts }];
    },
  };
}
