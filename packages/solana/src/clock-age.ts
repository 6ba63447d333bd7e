import type { ChainSnapshot } from './account.ts';
import { readClockSysvar } from './decoders/clock-sysvar.ts';
import { outcomeOf } from './outcome.ts';

/** The limits for the chain's clock in a snapshot. */
export type ClockRule = {
  /** Maximum difference between the chain's clock and ours, in milliseconds. */
  readonly maxAgeMs: number;
  /**
   * Whether to accept a clock account whose slot differs from the snapshot's, whatever time it states. On a real chain
   * the two slots are always equal. In the sandbox, the control interface can set such a clock, to repeat a recorded
   * swap.
   */
  readonly allowsFixedClock: boolean;
};

/**
 * Returns why a snapshot is too old by the chain's own clock, as text for the decision. Undefined when it is fresh.
 * Comparing the nodes' slots is not enough: nodes that stopped together show the same old slot.
 * @param nowMs our clock, in milliseconds since the Unix epoch.
 */
export function staleByClock(snapshot: ChainSnapshot, nowMs: number, rule: ClockRule): string | undefined {
  const clock = outcomeOf(() => readClockSysvar(snapshot));
  if (clock.kind === 'problem') {
    return `its age is unknown: ${clock.problem.message}`;
  }
  const { slot, unixSeconds } = clock.value;
  if (rule.allowsFixedClock && slot !== BigInt(snapshot.slot)) {
    return undefined;
  }
  const ageSeconds = Math.floor(nowMs / 1_000) - Number(unixSeconds);
  if (Math.abs(ageSeconds) * 1_000 <= rule.maxAgeMs) {
    return undefined;
  }
  return ageSeconds > 0
    ? `the chain's clock in it is ${ageSeconds} seconds old`
    : `the chain's clock in it is ${-ageSeconds} seconds ahead of ours`;
}
