import { createState } from '../create-state.ts';
import { deserialize, serialize } from '../serialize.ts';
import type { IndependenceState } from '../state.ts';
import { createNodeState, type NodeState } from './node-state.ts';

/** What is known of all nodes of a chain. `observeChain` changes it in place. */
export type ChainState = {
  readonly version: 2;
  readonly key: string;
  /** Who sees slots when, by the order of requests. It proves independence and sees common delays of quick bursts. */
  readonly nodes: NodeState;
  /** The lags of the nodes along a common grid. It sees shared backends among four unrelated groups, and proves nothing. */
  readonly heights: IndependenceState;
};

/** Creates a state that knows no node. */
export function createChainState(key: string): ChainState {
  return { version: 2, key, nodes: createNodeState(), heights: createState(key, 'height') };
}

/** Writes a state as text that `readChainState` reads back to the very same state. */
export function writeChainState({ version, key, nodes, heights }: ChainState): string {
  return JSON.stringify({ version, key, nodes, heights: serialize(heights) });
}

/**
 * Reads what `writeChainState` wrote, and the states of version 1, which held the order of requests only. Throws on
 * anything else, and on a version that this code does not know.
 */
export function readChainState(text: string, key: string): ChainState {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || !('nodes' in read) || !('version' in read)) {
    throw new Error('this text is no state of nodes');
  }
  if (read.version === 1) {
    return { ...createChainState(key), nodes: read as NodeState };
  }
  if (read.version !== 2 || !('heights' in read) || typeof read.heights !== 'string') {
    throw new Error(`a state of nodes of version ${String(read.version)} cannot be read; 1 and 2 can`);
  }
  return { version: 2, key, nodes: read.nodes as NodeState, heights: deserialize(read.heights) };
}
