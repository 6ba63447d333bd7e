import { staleByClock } from '@assay/solana/clock-age';
import { chainSnapshot } from '@assay/solana/account';
import { clockAddress } from '@assay/solana/programs';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { AccountsSnapshot } from './accounts.ts';
import type { RpcNode } from './node-pool.ts';

/** Compares the slots of all nodes, so that no single node decides which node is late. */
export type NodeSurvey = {
  /**
   * When a survey is due, asks all nodes at the same moment, and waits only for the first answer. With a single node it
   * does nothing, because there is nothing to compare. Never rejects.
   */
  readonly run: () => Promise<void>;
};

/** Dependencies of the survey. */
export type NodeSurveyPorts = {
  readonly nodes: readonly RpcNode[];
  readonly slots: Pick<SlotTracker, 'recordRound' | 'recordClock'>;
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** Returns milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly everyMs: number;
  /**
   * Resolves after a time, which limits how long a survey waits for answers. A later answer would show the slot of
   * another moment.
   */
  readonly pause: (milliseconds: number) => Promise<void>;
};

const roundMs = 700;
const clockRule = { maxAgeMs: 30_000, allowsFixedClock: false };

/** Creates a survey that has not asked any node yet. */
export function createNodeSurvey(ports: NodeSurveyPorts): NodeSurvey {
  const { nodes, slots, monotonic } = ports;
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const shown = new Map<string, number>();
    const reads = nodes.map(async ({ name, read }) => {
      try {
        const snapshot = await read([clockAddress]);
        shown.set(name, Number(snapshot.slot));
        const isStale = hasStaleClock(snapshot, ports.now());
        if (isStale !== undefined) {
          slots.recordClock(name, isStale);
        }
      } catch {
        // Failures are ignored here, because the reads of accounts report failing nodes.
      }
    });
    await Promise.race([Promise.all(reads), ports.pause(roundMs)]);
    slots.recordRound(new Map(shown));
  };
  return {
    run: async () => {
      if (nodes.length < 2 || monotonic() - startedAtMs < ports.everyMs) {
        return first;
      }
      startedAtMs = monotonic();
      const round = ask();
      first ??= round;
      await first;
    },
  };
}

/**
 * Returns whether the Clock sysvar of a node is too old. Undefined when the snapshot has no clock, or the clock of
 * another slot, as can happen in the sandbox.
 */
function hasStaleClock({ slot, accounts }: AccountsSnapshot, nowMs: number): boolean | undefined {
  const account = accounts.get(clockAddress);
  if (account === undefined || account === null) {
    return undefined;
  }
  const { owner, lamports, executable } = account;
  const data = new Uint8Array(Buffer.from(account.data, 'base64'));
  const shown = { address: clockAddress, owner, executable, data, lamports: BigInt(lamports), slot: Number(slot) };
  const isOfSlot = data.length >= 8 && new DataView(data.buffer).getBigUint64(0, true) === slot;
  return isOfSlot
    ? staleByClock(chainSnapshot(Number(slot), [[clockAddress, shown]]), nowMs, clockRule) !== undefined
    : undefined;
}
