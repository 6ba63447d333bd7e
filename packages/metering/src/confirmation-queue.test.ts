import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createConfirmationQueue, type ConfirmationQueue } from './confirmation-queue.ts';
import type { MeteringBilling } from './hold.ts';

type Confirmed = { readonly delivered: readonly string[]; readonly undelivered: readonly string[] };

let sent: Confirmed[];
let isUnavailable: boolean;
let dropped: number;
let busy: Set<string>;
let confirmations: ConfirmationQueue;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  isUnavailable = false;
  dropped = 0;
  busy = new Set();
  const confirm: MeteringBilling['Confirm'] = async (request) => {
    if (isUnavailable) {
      throw new Error('unavailable');
    }
    sent.push({ delivered: request.delivered_hold_ids ?? [], undelivered: request.undelivered_hold_ids ?? [] });
    const ids = [...(request.delivered_hold_ids ?? []), ...(request.undelivered_hold_ids ?? [])];
    return { busy_hold_ids: ids.filter((id) => busy.has(id)) };
  };
  confirmations = createConfirmationQueue({
    confirm,
    maxQueued: 1_500,
    onDrop: (count) => (dropped += count),
    onFailure: () => undefined,
  });
});
afterEach(() => {
  jest.useRealTimers();
});

test('confirmations of the same 50 ms travel in one request', async () => {
  confirmations.delivered('a');
  confirmations.delivered('b');
  confirmations.undelivered('c');
  await jest.advanceTimersByTimeAsync(49);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ delivered: ['a', 'b'], undelivered: ['c'] }]);
  expect(confirmations.size()).toBe(0);
});

test('confirmations stay queued while billing is unavailable, and are sent afterwards', async () => {
  isUnavailable = true;
  confirmations.delivered('a');
  await jest.advanceTimersByTimeAsync(2_000);
  confirmations.undelivered('b');
  expect(confirmations.size()).toBe(2);
  isUnavailable = false;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([{ delivered: ['a'], undelivered: ['b'] }]);
});

test('a full queue drops its oldest confirmations and counts them', async () => {
  isUnavailable = true;
  for (let index = 0; index < 1_502; index += 1) {
    confirmations.delivered(`h${index}`);
  }
  expect(confirmations.size()).toBe(1_500);
  expect(dropped).toBe(2);
  isUnavailable = false;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(sent.map(({ delivered }) => delivered.length)).toEqual([1_000, 500]);
  expect(sent[0]?.delivered[0]).toBe('h2');
});

test('a confirmation that changes while it is being sent is sent again', async () => {
  confirmations.delivered('a');
  const flushed = confirmations.flush(1_000);
  confirmations.undelivered('a');
  await jest.advanceTimersByTimeAsync(1_000);
  await flushed;
  expect(sent).toEqual([
    { delivered: ['a'], undelivered: [] },
    { delivered: [], undelivered: ['a'] },
  ]);
});

test('a flush sends everything at once, and stops at its timeout when billing is unavailable', async () => {
  confirmations.delivered('a');
  await confirmations.flush(1_000);
  expect(sent).toEqual([{ delivered: ['a'], undelivered: [] }]);
  isUnavailable = true;
  confirmations.delivered('b');
  const flushed = confirmations.flush(1_000);
  await jest.advanceTimersByTimeAsync(1_200);
  await flushed;
  expect(confirmations.size()).toBe(1);
});

test('a hold of a locked account is sent again behind the others, which billing confirms', async () => {
  busy.add('locked');
  confirmations.delivered('locked');
  confirmations.delivered('a');
  await jest.advanceTimersByTimeAsync(50);
  expect(confirmations.size()).toBe(1);
  confirmations.undelivered('b');
  await jest.advanceTimersByTimeAsync(200);
  expect(sent.flatMap(({ delivered, undelivered }) => [...delivered, ...undelivered])).toContain('b');
  busy.clear();
  await jest.advanceTimersByTimeAsync(5_000);
  expect([confirmations.size(), sent.at(-1)?.delivered]).toEqual([0, ['locked']]);
});
