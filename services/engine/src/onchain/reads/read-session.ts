import type { ChainNode } from '../nodes/node.ts';
import { isSound, type NodeSnapshot, type ReadAttempt } from './node-snapshot.ts';
import { resolveOnNode, type BudgetedQuestion, type ResolveOptions, type ResolvePorts } from './resolve-on-node.ts';
import { staleByClock } from '@assay/solana/clock-age';
import { sameOutcome } from './same-outcome.ts';

/** Options of one read attempt. */
export type ReadAttemptOptions = {
  readonly minContextSlot?: number;
  readonly hedge?: boolean;
  /** Called when the node has answered but the read needs another request. */
  readonly onProgress?: () => void;
};

/** All reads of one call, and the newest snapshot of each node. */
export type ReadSession = {
  /** The attempts in the order in which they were started. */
  readonly attempts: readonly ReadAttempt[];
  /** Returns the snapshots that were not excluded or removed, in the planned order of their nodes. */
  readonly snapshots: () => readonly NodeSnapshot[];
  /** Returns whether a node was asked and its attempt was not abandoned. */
  readonly wasAsked: (node: ChainNode) => boolean;
  /**
   * Reads a node and replaces the node's snapshot. Returns whether every outcome is sound.
   *
   * If the read fails, the node's earlier snapshot stays, because a failure does not disprove it. If the node answers
   * that it is behind the requested slot, the session removes its snapshot.
   */
  readonly read: (node: ChainNode, options?: ReadAttemptOptions) => Promise<boolean>;
  /** Removes a snapshot from the session. The decision states the reason. */
  readonly exclude: (snapshot: NodeSnapshot, reason: string) => void;
  /**
   * Abandons the attempts in flight. Otherwise their results could arrive during a later step and replace newer reads.
   */
  readonly abandonUnanswered: () => void;
};

/** The dependencies of a read session. */
export type ReadSessionPorts = ResolvePorts & {
  /** Returns the age of a node's slot in milliseconds. */
  readonly ageMs: (node: string, slot: number) => number;
  /** Whether the engine accepts a Clock sysvar that does not advance. The sandbox's control interface can stop it. */
  readonly allowsFixedClock: boolean;
};

/**
 * Opens the read session of a call.
 * @param maxAgeMs maximum age of a snapshot in milliseconds, both by its slot and by the chain's clock.
 */
export function openReadSession(
  questions: readonly BudgetedQuestion[],
  nodes: readonly ChainNode[],
  call: Pick<ResolveOptions, 'deadlineAtMs' | 'hints' | 'onSnapshot'> & { readonly maxAgeMs: number },
  ports: ReadSessionPorts,
): ReadSession {
  const attempts: ReadAttempt[] = [];
  const snapshots = new Map<ChainNode, NodeSnapshot>();
  const exclude = ({ node, attempt }: NodeSnapshot, reason: string): void => {
    attempt.exclusion = reason;
    snapshots.delete(node);
  };
  const read: ReadSession['read'] = async (node, options = {}) => {
    const { minContextSlot, hedge = false, onProgress = () => undefined } = options;
    const costsMicros = questions.map(() => 0n);
    const attempt: ReadAttempt = {
      node,
      askedAtMs: ports.clock.now(),
      costsMicros,
      hedge,
      result: undefined,
      exclusion: '',
      abandoned: false,
    };
    attempts.push(attempt);
    const slot = minContextSlot === undefined ? {} : { minContextSlot };
    const resolveOptions = { ...call, ...slot, costsMicros, isAbandoned: () => attempt.abandoned, onProgress };
    const result = await resolveOnNode(questions, node, resolveOptions, ports);
    if (attempt.abandoned) {
      return false;
    }
    attempt.result = result;
    if (result.end.kind === 'failed') {
      if (result.end.outcome === 'stale') {
        snapshots.delete(node);
      }
      return false;
    }
    const { state, outcomes } = result.end;
    const snapshot = continued(snapshots.get(node), { node, state, outcomes, sinceSlots: [], attempt });
    const ageMs = ports.ageMs(node.id, state.slot);
    const stale =
      ageMs > call.maxAgeMs
        ? `its newest slot is ${Math.round(ageMs / 1_000)} seconds old`
        : staleByClock(state, ports.clock.now(), { ...call, allowsFixedClock: ports.allowsFixedClock });
    if (stale !== undefined) {
      exclude(snapshot, stale);
      return false;
    }
    snapshots.set(node, snapshot);
    return outcomes.every(isSound);
  };
  return {
    attempts,
    snapshots: () => nodes.flatMap((node) => snapshots.get(node) ?? []),
    wasAsked: (node) => attempts.some((attempt) => attempt.node === node && !attempt.abandoned),
    read,
    exclude,
    abandonUnanswered: () => {
      for (const attempt of attempts.filter(({ result }) => result === undefined)) {
        attempt.abandoned = true;
      }
    },
  };
}

/** Returns the new snapshot. For each question, it sets the slot since which the node has shown the same outcome. */
function continued(before: NodeSnapshot | undefined, snapshot: NodeSnapshot): NodeSnapshot {
  const { slot } = snapshot.state;
  const sinceSlots = snapshot.outcomes.map((_outcome, index) =>
    before !== undefined && sameOutcome(before, snapshot, index) ? (before.sinceSlots[index] ?? slot) : slot,
  );
  return { ...snapshot, sinceSlots };
}
