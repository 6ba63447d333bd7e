import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { gatherConfirmations, type Confirmations } from './confirmation-queue.ts';
import type { Billing } from './service-clients.ts';

type Told = { readonly delivered: readonly string[]; readonly undelivered: readonly string[] };

let told: Told[];
let away: boolean;
let dropped: number;
let confirmations: Confirmations;

beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  away = false;
  dropped = 0;
  const confirm: Billing['Confirm'] = async (request) => {
    if (away) {
      throw new Error('away');
    }
    told.push({ delivered: request.delivered_hold_ids ?? [], undelivered: request.undelivered_hold_ids ?? [] });
    return {};
  };
  confirmations = gatherConfirmations({
    confirm,
    maxKept: 1_500,
    dropped: (count) => (dropped += count),
    failed: () => undefined,
  });
});
afterEach(() => {
  jest.useRealTimers();
});

test('confirmations of one moment travel in one call', async () => {
  confirmations.delivered('a');
  confirmations.delivered('b');
  confirmations.undelivered('c');
  await jest.advanceTimersByTimeAsync(49);
  expect(told).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(told).toEqual([{ delivered: ['a', 'b'], undelivered: ['c'] }]);
  expect(confirmations.kept()).toBe(0);
});

test('while billing is away confirmations are kept, and told once it is back', async () => {
  away = true;
  confirmations.delivered('a');
  await jest.advanceTimersByTimeAsync(2_000);
  confirmations.undelivered('b');
  expect(confirmations.kept()).toBe(2);
  away = false;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([{ delivered: ['a'], undelivered: ['b'] }]);
});

test('what is kept is bounded: the oldest are dropped, and counted', async () => {
  away = true;
  for (let index = 0; index < 1_502; index += 1) {
    confirmations.delivered(`h${index}`);
  }
  expect(confirmations.kept()).toBe(1_500);
  expect(dropped).toBe(2);
  away = false;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(told.map(({ delivered }) => delivered.length)).toEqual([1_000, 500]);
  expect(told[0]?.delivered[0]).toBe('h2');
});

test('an id that changes its mind while it is being told is told again', async () => {
  confirmations.delivered('a');
  const flushed = confirmations.flush(1_000);
  confirmations.undelivered('a');
  await jest.advanceTimersByTimeAsync(1_000);
  await flushed;
  expect(told).toEqual([
    { delivered: ['a'], undelivered: [] },
    { delivered: [], undelivered: ['a'] },
  ]);
});

test('a flush tells everything at once, and gives up at its time when billing is away', async () => {
  confirmations.delivered('a');
  await confirmations.flush(1_000);
  expect(told).toEqual([{ delivered: ['a'], undelivered: [] }]);
  away = true;
  confirmations.delivered('b');
  const flushed = confirmations.flush(1_000);
  await jest.advanceTimersByTimeAsync(1_200);
  await flushed;
  expect(confirmations.kept()).toBe(1);
});
