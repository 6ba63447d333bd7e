import { expect } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import type { HttpAnswer } from './system.ts';

/**
 * Durations below this floor count as equal, in milliseconds: on a busy machine with two cores they say nothing about what
 * an attacker does.
 */
const floorMs = 300;
const maxRatio = 3;
/** Other work on the machine can disturb one comparison. What an attacker does disturbs each of them. */
const maxRounds = 3;
const callsPerRound = 30;

/** The calls of an account that somebody else may disturb: their statuses and their durations. */
export type BystanderCalls = { readonly statuses: readonly number[]; readonly slowestMs: number };

/**
 * Sends calls one after the other. The slowest of up to a hundred calls is their 99th percentile.
 * @param isOver whether the attack was long enough. Further calls follow until then.
 */
async function callInTurn(
  count: number,
  call: () => Promise<Pick<HttpAnswer, 'status'>>,
  isOver: () => boolean = () => true,
): Promise<BystanderCalls> {
  const statuses: number[] = [];
  let slowestMs = 0;
  while (statuses.length < count || !isOver()) {
    const startedAt = performance.now();
    statuses.push((await call()).status);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return { statuses, slowestMs };
}

/**
 * Compares the calls of a bystander alone and beside an attacker. Fails the test when a call beside the attacker fails, or when
 * in every round the slowest took more than three times as long as alone.
 * @param call sends one call of the bystander.
 * @param beside runs the attack while `calls` runs, and resolves when both ended.
 */
export async function expectUndisturbed(
  call: () => Promise<Pick<HttpAnswer, 'status'>>,
  beside: (calls: (isOver?: () => boolean) => Promise<void>) => Promise<void>,
): Promise<void> {
  await callInTurn(3, call);
  const ratios: number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const alone = await callInTurn(callsPerRound, call);
    let besideCalls: BystanderCalls | undefined;
    await beside(async (isOver) => {
      besideCalls = await callInTurn(callsPerRound, call, isOver);
    });
    expect(besideCalls?.statuses.filter((status) => status !== 200)).toEqual([]);
    ratios.push((besideCalls?.slowestMs ?? Number.POSITIVE_INFINITY) / Math.max(floorMs, alone.slowestMs));
    if (ratios.some((ratio) => ratio <= maxRatio)) {
      return;
    }
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(maxRatio);
}
