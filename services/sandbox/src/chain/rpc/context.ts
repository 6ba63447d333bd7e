import type { Blockhashes } from '../blockhashes.ts';
import type { SandboxNode } from '../nodes.ts';
import type { RpcParams } from './params.ts';

/** What a method reads: the node and the chain's blockhashes. */
export type NodeContext = {
  readonly node: SandboxNode;
  readonly blockhashes: Blockhashes;
};

/** A JSON-RPC method. It returns its result or throws an `RpcError`. */
export type RpcMethod = (context: NodeContext, params: RpcParams) => unknown;

/** The version of the validator that the nodes imitate. */
export const apiVersion = '3.1.8';

/** Returns a result in the envelope that states the slot to which the result belongs. */
export function inContext(slot: number, value: unknown): unknown {
  return { context: { apiVersion, slot }, value };
}
