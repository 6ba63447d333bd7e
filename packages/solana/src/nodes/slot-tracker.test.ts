import { expect, test } from '@jest/globals';
import { createSlotTracker } from './slot-tracker.ts';

function opened() {
  let nowMs = 1_000_000;
  const slots = createSlotTracker(() => nowMs);
  const together = (...nodeSlots: readonly number[]): void =>
    slots.recordRound(new Map(nodeSlots.map((slot, index) => [`node-${'abc'[index]}`, slot])));
  return { slots, together, pass: (ms: number) => (nowMs += ms) };
}

test('the distance of a node is the smaller one of two rounds in a row', () => {
  const { slots, together } = opened();
  together(100, 100, 100);
  together(101, 101, 61);
  expect(slots.slotsBehind('node-c')).toBe(0);
  together(102, 102, 62);
  expect(slots.slotsBehind('node-c')).toBe(40);
  expect(slots.slotsBehind('node-a')).toBe(0);
  together(103, 103, 103);
  expect(slots.slotsBehind('node-c')).toBe(0);
});

test('of three nodes one alone cannot make the others look late, and of two the higher slot is believed', () => {
  const { slots, together } = opened();
  together(100, 100, 9_000);
  together(101, 101, 9_001);
  expect(['node-a', 'node-b', 'node-c'].map(slots.slotsBehind)).toEqual([0, 0, 0]);
  const two = opened();
  two.together(100, 60);
  two.together(101, 61);
  expect(two.slots.slotsBehind('node-b')).toBe(40);
});

test('a node is silent after two reads that ended without an answer, until one has an answer', () => {
  const { slots } = opened();
  slots.recordPoll('node-a', false);
  expect(slots.isSilent('node-a')).toBe(false);
  slots.recordPoll('node-a', false);
  expect(slots.isSilent('node-a')).toBe(true);
  slots.recordPoll('node-a', true);
  expect(slots.isSilent('node-a')).toBe(false);
});

test('the age of a slot counts from the moment at which the node first showed it', () => {
  const { slots, pass } = opened();
  slots.record('node-a', 100);
  pass(5_000);
  slots.record('node-a', 100);
  expect(slots.ageMs('node-a', 100)).toBe(5_000);
  slots.record('node-a', 101);
  expect(slots.ageMs('node-a', 101)).toBe(0);
});

test('a node that goes back, or is behind the others, shows old slots', () => {
  const { slots, together } = opened();
  slots.record('node-a', 100);
  expect(slots.ageMs('node-a', 90)).toBe(4_000);
  together(100, 50, 100);
  together(101, 51, 101);
  expect(slots.ageMs('node-b', 51)).toBe(20_000);
});

test('a slot has the time at which a node first showed the believed tip, by its distance to it', () => {
  let nowMs = 1_000_000;
  const slots = createSlotTracker(() => nowMs);
  expect(slots.timeOf(5_000)).toBeUndefined();
  slots.record('a', 5_000);
  nowMs += 300;
  slots.record('b', 5_000);
  expect([5_000, 4_975, 5_005].map(slots.timeOf)).toEqual([1_000_000, 990_000, 1_002_000]);
  // When one of three nodes reports a false higher slot, prices must not look older than they are.
  slots.record('c', 9_000);
  expect(slots.timeOf(5_000)).toBe(1_000_000);
});

test('a node has a stale clock until a read of it shows a current one', () => {
  const { slots } = opened();
  slots.recordClock('node-a', true);
  expect([slots.hasStaleClock('node-a'), slots.hasStaleClock('node-b')]).toEqual([true, false]);
  slots.recordClock('node-a', false);
  expect(slots.hasStaleClock('node-a')).toBe(false);
});

test('a node whose slot was a lie is dated by its next slot', () => {
  const { slots, pass } = opened();
  slots.record('node-a', 900_000_000);
  pass(5_000);
  slots.record('node-a', 400_000_000);
  expect(slots.ageMs('node-a', 400_000_000)).toBe(0);
  expect(slots.timeOf(400_000_000)).toBe(1_005_000);
});

test('a slot that is a day or more away has no time', () => {
  const { slots } = opened();
  slots.record('node-a', 400_000_000);
  expect([400_000_000 + 216_000, 1, Number.MAX_SAFE_INTEGER, Number.NaN].map(slots.timeOf)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test('a slot that the chain cannot have reached since the last round neither counts nor makes another node look late', () => {
  const { slots, together, pass } = opened();
  together(400_000_000, 400_000_000);
  pass(2_000);
  expect([400_000_040, 400_000_100].map(slots.isReachable)).toEqual([true, false]);
  for (let round = 1; round <= 5; round += 1) {
    together(400_000_000 + 5 * round, 400_001_000);
    pass(2_000);
  }
  expect([slots.slotsBehind('node-a'), slots.slotsBehind('node-b')]).toEqual([0, 0]);
  expect(slots.isReachable(400_001_000)).toBe(false);
});

test('an unreachable slot that is stated for a minute is believed, because the first slots came from a late node', () => {
  const { slots, together, pass } = opened();
  together(400_000_000);
  for (let round = 1; round <= 31; round += 1) {
    pass(2_000);
    together(400_009_000 + 5 * round);
  }
  expect(slots.isReachable(400_009_160)).toBe(true);
});

test('one node of several that shows a much lower slot while the others are silent does not make theirs unreachable', () => {
  const { slots, together, pass } = opened();
  together(400_000_000, 400_000_000);
  pass(2_000);
  together(7);
  pass(2_000);
  expect(slots.isReachable(400_000_010)).toBe(true);
});

test('a node with a current clock of the chain is not late, whatever slot another node claims from the start', () => {
  const { slots, together, pass } = opened();
  for (let round = 0; round < 3; round += 1) {
    together(400_000_000 + 5 * round, 400_100_000 + 5 * round);
    slots.recordClock('node-a', false);
    pass(2_000);
  }
  expect(slots.slotsBehind('node-a')).toBe(0);
  slots.recordClock('node-a', true);
  expect(slots.slotsBehind('node-a')).toBe(100_000);
});

test('the end of a lie of most nodes is believed at once, when all nodes agree again', () => {
  const { slots, together, pass } = opened();
  together(400_000_000, 400_000_000, 400_000_000);
  pass(2_000);
  together(400_000_005, 399_000_005, 399_000_005);
  pass(2_000);
  expect(slots.isReachable(400_000_010)).toBe(false);
  together(400_000_010, 400_000_010, 400_000_009);
  expect([slots.isReachable(400_000_010), slots.slotsBehind('node-c')]).toEqual([true, 0]);
});

test('in the sandbox slots may follow as fast as control makes them, and live they may not', () => {
  const lead = (mode: 'live' | 'sandbox'): boolean => {
    const slots = createSlotTracker(() => 0, mode);
    slots.recordRound(
      new Map([
        ['a', 1_000],
        ['b', 1_000],
      ]),
    );
    return slots.isReachable(1_500);
  };
  expect(lead('live')).toBe(false);
  expect(lead('sandbox')).toBe(true);
});

test('in the sandbox a late node is behind, however many slots control made meanwhile', () => {
  const slotsBehind = (mode: 'live' | 'sandbox'): number => {
    const slots = createSlotTracker(() => 1_000_000, mode);
    for (const node of ['node-a', 'node-b', 'node-c']) {
      slots.recordClock(node, false);
    }
    for (const newest of [10_000, 10_001]) {
      slots.recordRound(
        new Map([
          ['node-a', newest],
          ['node-b', newest],
          ['node-c', newest - 9_000],
        ]),
      );
    }
    return slots.slotsBehind('node-c');
  };
  expect([slotsBehind('sandbox'), slotsBehind('live')]).toEqual([9_000, 0]);
});
