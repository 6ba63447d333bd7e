import type { Blockhashes } from '../blockhashes.ts';
import type { Node } from '../nodes.ts';
import type { Params } from './params.ts';

/** What the methods of a node work with. */
export type NodeContext = {
  readonly node: Node;
  readonly blockhashes: Blockhashes;
};

/** One method: its result, or a fault that it throws. */
export type Method = (context: NodeContext, params: Params) => unknown;

/** The version of the validator whose answers the nodes' own are like. */
export const apiVersion = '3.1.8';

/** A result with the slot that it is of. */
export function inContext(slot: number, value: unknown): unknown {
  return { context: { apiVersion, slot }, value };
}
