import type { ChainSnapshot } from '@assay/solana/account';
import type { Outcome, ProblemCode } from '@assay/solana/outcome';
import { maxSlotsBehind } from '@assay/solana/nodes/slot-tracker';
import type { ChainNode } from '../nodes/node.ts';
import type { Derived } from '../types/define.ts';
import type { NodeResult } from './resolve-on-node.ts';

/** The accounts that one node showed at one slot, with the outcome of each question of the call. */
export type NodeSnapshot = {
  readonly node: ChainNode;
  /** The accounts that the node returned. */
  readonly state: ChainSnapshot;
  /** One for each question. */
  readonly outcomes: readonly Outcome<Derived>[];
  /** For each question: the first slot of this call at which the node showed the same outcome. */
  readonly sinceSlots: readonly number[];
  readonly attempt: ReadAttempt;
};

/** One read of one node, with one or more requests. */
export type ReadAttempt = {
  readonly node: ChainNode;
  readonly askedAtMs: number;
  /** One for each question. */
  readonly costsMicros: readonly bigint[];
  /** True when an earlier attempt took longer than usual and caused this one. */
  readonly hedge: boolean;
  /** Undefined while the attempt is in flight. */
  result: NodeResult | undefined;
  /** The reason why the node's response does not count. Empty when it counts. */
  exclusion: string;
  /** True when the session no longer waits for the attempt and ignores its result. */
  abandoned: boolean;
};

/** Problems that mean that the node's bytes are wrong. All other problems are facts about the chain. */
const unsoundCodes: ReadonlySet<ProblemCode> = new Set(['malformed', 'inconsistent', 'uninitialized', 'unsupported']);

/** Returns whether an outcome is a statement about the chain: a datum, or a problem that proves that there is none. */
export function isSound(outcome: Outcome<Derived> | undefined): boolean {
  return outcome !== undefined && !(outcome.kind === 'problem' && unsoundCodes.has(outcome.problem.code));
}

/** Returns whether a snapshot is too many slots behind the newest one to be compared with it. */
export function isBehind({ state }: NodeSnapshot, newestSlot: number): boolean {
  return newestSlot - state.slot > maxSlotsBehind;
}
