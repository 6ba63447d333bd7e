import type { Blockhashes } from '../blockhashes.ts';
import type { SandboxNode } from '../nodes.ts';
import type { RpcParams } from './params.ts';

/** What the methods of a node work with. */
export type NodeContext = {
  readonly node: SandboxNode;
  readonly blockhashes: Blockhashes;
};

/** One method: its result, or a fault that it throws. */
export type RpcMethod = (context: NodeContext, params: RpcParams) => unknown;

/** The version of the validator whose answers the nodes' own are like. */
export const apiVersion = '3.1.8';

/** A result with the slot that it is of. */
export function inContext(slot: number, value: unknown): unknown {
  return { context: { apiVersion, slot }, value };
}
