import { expect, test } from '@jest/globals';
import type { ProviderPrint } from '@assay/independence/print';
import { printOf } from '../streams/testing/test-prints.ts';
import { createPrintIntake } from './print-intake.ts';

/** Creates the print intake of a leader. All trades belong to one topic, which is evidence for the keys `k` and `l`. */
function intake() {
  const state = { learns: true, accepts: true, admitted: new Set(['k']) };
  const learned: ProviderPrint[] = [];
  const counts: string[] = [];
  const created = createPrintIntake({
    isLeader: () => state.learns,
    booksOf: (stream, topic) => (topic === 'BTC-USD' ? ['k', 'l'].map((key) => ({ provider: stream, key })) : []),
    isAdmitted: (key) => state.admitted.has(key),
    learn: (print) => state.accepts && learned.push(print) > 0,
    onCount: (result) => counts.push(result),
  });
  const share = (sequence: number, number: number, sender = 'a'): void =>
    created.onSharedPrints({ sender, sequence, prints: [printOf(number)] });
  /**
   * Returns, for each learned trade, its id and the time, in seconds, since which the record of its book has no gap.
   */
  const records = () => learned.map(({ id, completeSinceMs }) => [Number(id), completeSinceMs / 1_000]);
  return { ...created, state, learned, counts, share, records };
}

test('a trade of a replica of its own is evidence on each admitted key of its book, and on no other', () => {
  const { onOwnPrint, learned, state, counts } = intake();
  expect(onOwnPrint(printOf(1))).toBe(true);
  const print = { t: 1_000, provider: 'venue', price: '64000.10', size: '0.01374', at: 960, id: '1' };
  expect(learned).toEqual([{ ...print, key: 'k', completeSinceMs: 1_000 }]);
  onOwnPrint(printOf(2, 'DOGE-USD'));
  state.admitted.add('l');
  onOwnPrint(printOf(3));
  expect(learned.slice(1).map(({ key, completeSinceMs }) => [key, completeSinceMs])).toEqual([
    ['k', 1_000],
    ['l', 3_000],
  ]);
  expect(counts).toEqual(['learned', 'learned', 'learned']);
});

test('a key that was not admitted for a while begins its record again', () => {
  const { onOwnPrint, records, state } = intake();
  onOwnPrint(printOf(1));
  state.admitted.clear();
  onOwnPrint(printOf(2));
  state.admitted.add('k');
  onOwnPrint(printOf(3));
  expect(records()).toEqual([
    [1, 1],
    [3, 3],
  ]);
});

test('a trade that the full queue of the thread dropped is counted, and the record begins again', () => {
  const { onOwnPrint, counts, records, state } = intake();
  onOwnPrint(printOf(1));
  state.accepts = false;
  onOwnPrint(printOf(2));
  state.accepts = true;
  onOwnPrint(printOf(3));
  expect(records()).toEqual([
    [1, 1],
    [3, 3],
  ]);
  expect(counts).toEqual(['learned', 'dropped', 'learned']);
});

test('a missing message of a replica begins its records again, and only its own', () => {
  const { share, records } = intake();
  share(5, 1);
  share(0, 2, 'b');
  share(6, 3);
  share(8, 4);
  share(1, 5, 'b');
  share(9, 6);
  expect(records()).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
    [4, 4],
    [5, 2],
    [6, 4],
  ]);
});

test('a trade that two connections deliver is learned once', () => {
  const { onOwnPrint, share, records, counts } = intake();
  onOwnPrint(printOf(1));
  share(0, 1);
  share(1, 2);
  onOwnPrint(printOf(2));
  expect(records()).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(counts).toEqual(['learned', 'repeated', 'learned', 'repeated']);
});

test('a replica that does not lead learns nothing, and begins its records again when it becomes the leader', () => {
  const { onOwnPrint, share, records, state } = intake();
  onOwnPrint(printOf(1));
  share(0, 2);
  state.learns = false;
  expect(onOwnPrint(printOf(3))).toBe(false);
  share(1, 4);
  state.learns = true;
  share(2, 5);
  onOwnPrint(printOf(6));
  expect(records()).toEqual([
    [1, 1],
    [2, 2],
    [5, 5],
    [6, 6],
  ]);
});

test('after a restart of the learner the records begin again', () => {
  const { forget, onOwnPrint, records } = intake();
  onOwnPrint(printOf(1));
  forget();
  onOwnPrint(printOf(2));
  expect(records()).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
