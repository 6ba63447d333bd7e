import type { ChainSnapshot } from '@assay/solana/account';
import type { Outcome, ProblemCode } from '@assay/solana/outcome';
import { maxSlotsBehind } from '@assay/solana/nodes/slot-tracker';
import type { ChainNode } from '../nodes/node.ts';
import type { Derived } from '../types/define.ts';
import type { NodeResult } from './resolve-on-node.ts';

/** The accounts that one node showed at one slot, and the outcome that they give for each question of the call. */
export type NodeSnapshot = {
  readonly node: ChainNode;
  /** The accounts that the node returned. */
  readonly state: ChainSnapshot;
  /** The outcome of each question, in the order of the questions. */
  readonly outcomes: readonly Outcome<Derived>[];
  /** For each question, the first slot in this call at which the node showed the same outcome. */
  readonly sinceSlots: readonly number[];
  readonly attempt: ReadAttempt;
};

/** One read of one node, with one or more requests. */
export type ReadAttempt = {
  readonly node: ChainNode;
  readonly askedAtMs: number;
  /** The cost of the read for each question, in micro-credits. */
  readonly costsMicros: readonly bigint[];
  /** Whether this attempt is a hedge: the engine started it because an earlier attempt took longer than usual. */
  readonly hedge: boolean;
  /** The result of the attempt. Undefined while the attempt is in flight. */
  result: NodeResult | undefined;
  /** The reason why the node's response is not used. Empty when it is used. */
  exclusion: string;
  /** Whether the session stopped waiting for the attempt. Its result is then ignored. */
  abandoned: boolean;
};

/** Codes of problems which mean that the node returned wrong bytes. All other problems are facts about the chain. */
const unsoundCodes: ReadonlySet<ProblemCode> = new Set(['malformed', 'inconsistent', 'uninitialized', 'unsupported']);

/**
 * Returns whether an outcome is a statement about the chain: a datum, or a problem that proves that there is no datum.
 */
export function isSound(outcome: Outcome<Derived> | undefined): boolean {
  return outcome !== undefined && !(outcome.kind === 'problem' && unsoundCodes.has(outcome.problem.code));
}

/** Returns whether a snapshot is too many slots behind the newest slot to be compared with it. */
export function isBehind({ state }: NodeSnapshot, newestSlot: number): boolean {
  return newestSlot - state.slot > maxSlotsBehind;
}
