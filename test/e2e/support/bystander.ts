import { expect } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import type { HttpAnswer } from './system.ts';

/**
 * A time in milliseconds. Shorter durations count as equal to it, because on a busy machine with two cores their
 * differences are noise.
 */
const floorMs = 300;
const maxRatio = 3;
/**
 * Maximum number of rounds. Other work on the machine can disturb the comparison of one round, while an effective
 * attack disturbs every round.
 */
const maxRounds = 5;
/**
 * Maximum time of a phase with an attacker, in milliseconds. If the attack has not lasted long enough by then, the test
 * fails.
 */
const maxPhaseMs = 40_000;

/** The calls of the bystander, an account that does not take part in the attack: their statuses and their durations. */
type BystanderCalls = { readonly statuses: readonly number[]; readonly durationsMs: readonly number[] };

type Call = () => Promise<Pick<HttpAnswer, 'status'>>;

/**
 * Sends calls one after the other.
 * @param isOver returns whether the attack has lasted long enough. Until then further calls follow.
 */
async function callInTurn(count: number, call: Call, isOver: () => boolean = () => true): Promise<BystanderCalls> {
  const statuses: number[] = [];
  const durationsMs: number[] = [];
  const endsAt = performance.now() + maxPhaseMs;
  while (statuses.length < count || (!isOver() && performance.now() < endsAt)) {
    const startedAt = performance.now();
    statuses.push((await call()).status);
    durationsMs.push(performance.now() - startedAt);
  }
  return { statuses, durationsMs };
}

/** Returns a percentile by the nearest-rank method. The 99th percentile of up to a hundred durations is the longest. */
function percentileOf(durationsMs: readonly number[], share: number): number {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.POSITIVE_INFINITY;
}

function failuresOf({ statuses }: BystanderCalls): number[] {
  return statuses.filter((status) => status !== 200);
}

/**
 * Compares a bystander's calls without and with an attacker, in several rounds. Prints the 99th percentiles of their
 * durations. Fails the test when a call fails, or when in every round the attack more than tripled the percentile.
 * @param name names the attack in the printed figures.
 * @param call sends one call of the bystander.
 * @param beside runs the attack at the same time as `calls`, and resolves when both have ended.
 * @param callsPerRound the number of calls without the attacker, and the minimum number with the attacker.
 */
export async function expectUndisturbed(
  name: string,
  call: Call,
  beside: (calls: (isOver?: () => boolean) => Promise<void>) => Promise<void>,
  callsPerRound = 30,
): Promise<void> {
  await callInTurn(3, call);
  const ratios: number[] = [];
  while (ratios.length < maxRounds && !ratios.some((ratio) => ratio <= maxRatio)) {
    const alone = await callInTurn(callsPerRound, call);
    let disturbed: BystanderCalls = { statuses: [], durationsMs: [] };
    await beside(async (isOver) => {
      disturbed = await callInTurn(callsPerRound, call, isOver);
    });
    const [before, during] = [alone, disturbed].map(({ durationsMs }) => percentileOf(durationsMs, 0.99));
    const ratio = (during ?? Number.POSITIVE_INFINITY) / Math.max(floorMs, before ?? 0);
    ratios.push(ratio);
    process.stdout.write(
      `neighbour of ${name}: p99 ${before?.toFixed(0)} ms alone (${alone.statuses.length} calls), ${during?.toFixed(0)} ms ` +
        `beside (${disturbed.statuses.length} calls), ${ratio.toFixed(2)} of at most ${maxRatio} times ${floorMs} ms or the former\n`,
    );
    expect([failuresOf(alone), failuresOf(disturbed)]).toEqual([[], []]);
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(maxRatio);
}
