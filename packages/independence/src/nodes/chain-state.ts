import { createState } from '../create-state.ts';
import { deserialize, serialize } from '../serialize.ts';
import type { IndependenceState } from '../state.ts';
import { createNodeState, type NodeState } from './node-state.ts';

/** The state of all nodes of a chain. `observeChain` changes it in place. */
export type ChainState = {
  readonly version: 2;
  readonly key: string;
  /**
   * The measurement by the order of requests and answers in bursts. It can prove independence. While bursts follow each
   * other quickly, it also detects delays that nodes have in common.
   */
  readonly nodes: NodeState;
  /**
   * The measurement by the block heights that the nodes report at the same time. It detects shared backends if at least
   * four unrelated groups answer, and it proves no independence.
   */
  readonly heights: IndependenceState;
};

/** Creates a state that knows no node. */
export function createChainState(key: string): ChainState {
  return { version: 2, key, nodes: createNodeState(), heights: createState(key, 'height') };
}

/** Writes a state as text. `readChainState` reads the same state from it. */
export function writeChainState({ version, key, nodes, heights }: ChainState): string {
  return JSON.stringify({ version, key, nodes, heights: serialize(heights) });
}

/**
 * Reads text that `writeChainState` wrote, including states of version 1, which had only the order of requests. Throws
 * on any other text and on an unknown version.
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
