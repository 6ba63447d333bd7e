import { expect, test } from '@jest/globals';
import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/messaging/nats';
import type { SharedPrints } from './print-listener.ts';
import { createPrintSharing } from './print-sharing.ts';
import { printOf } from './testing/test-prints.ts';

/** Connects two replicas through a fake NATS: one with a stream connection, and one that leads the measurement. */
function replicas() {
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  const received: SharedPrints[] = [];
  let connected = true;
  let refuses = false;
  let nowMs = 0;
  let dropped = 0;
  let failures = 0;
  const connection = {
    publish: (_subject: string, bytes: Uint8Array) => {
      if (refuses) {
        throw new Error('the connection is closed');
      }
      listeners.forEach((take) => take(bytes));
    },
  } as unknown as Nats['connection'];
  const [holder, leader] = ['holder', 'leader'].map((sender) =>
    createPrintSharing({
      sender,
      nats: () => ({ connection, connected: () => connected }),
      subscribe: (_connection, { subject, decode }, onMessage) => {
        expect(subject).toBe(subjects.printsSeen.subject);
        listeners.push((bytes) => onMessage(decode(bytes)));
      },
      clock: { monotonic: () => nowMs, after: () => () => undefined },
      onPrints: (print) => void received.push(print),
      onDropped: (count) => void (dropped += count),
      onFailure: () => void (failures += 1),
    }),
  );
  holder?.tick();
  leader?.tick();
  return {
    holder,
    received,
    dropped: () => dropped,
    failures: () => failures,
    setConnected: (value: boolean) => void (connected = value),
    setRefuses: (value: boolean) => void (refuses = value),
    advance: (milliseconds: number) => void (nowMs += milliseconds),
    /** Returns, for each trade that arrived, its id and the time, in seconds, since which its record is complete. */
    arrived: () =>
      received.flatMap(({ prints }) => prints.map(({ print }) => [print.id, print.completeSinceMs / 1_000])),
  };
}

test('the prints of wanted topics arrive unchanged, in numbered messages, and no others are sent', () => {
  const { holder, received } = replicas();
  holder?.offer(printOf(1));
  holder?.onWanted('venue', ['BTC-USD']);
  holder?.offer(printOf(2));
  holder?.offer(printOf(3, 'ETH-USD'));
  holder?.tick();
  holder?.offer(printOf(4, 'BTC-USD', 3_500));
  holder?.tick();
  expect(received).toEqual([
    { sender: 'holder', sequence: 0, prints: [printOf(2, 'BTC-USD', 2_000)] },
    { sender: 'holder', sequence: 1, prints: [printOf(4, 'BTC-USD', 3_500)] },
  ]);
});

test('a record begins again after a time in which nobody wanted its topic', () => {
  const { holder, advance, arrived } = replicas();
  holder?.onWanted('venue', ['BTC-USD']);
  holder?.offer(printOf(1));
  advance(60_001);
  holder?.offer(printOf(2));
  holder?.onWanted('venue', ['BTC-USD']);
  holder?.offer(printOf(3));
  holder?.tick();
  expect(arrived()).toEqual([
    ['1', 1],
    ['3', 3],
  ]);
});

test('without NATS the queue is bounded, counts what it drops, and the next message skips a number', () => {
  const { holder, dropped, received, setConnected } = replicas();
  holder?.onWanted('venue', ['BTC-USD']);
  setConnected(false);
  for (let number = 1; number <= 6_010; number += 1) {
    holder?.offer(printOf(number));
    holder?.tick();
  }
  expect(dropped()).toBe(6_001);
  setConnected(true);
  holder?.tick();
  expect(received.map(({ sequence, prints }) => [sequence, prints.length])).toEqual([[1, 9]]);
});

test('prints that could not be sent are counted, and the next message skips a number', () => {
  const { holder, dropped, failures, received, setRefuses } = replicas();
  holder?.onWanted('venue', ['BTC-USD']);
  holder?.offer(printOf(1));
  setRefuses(true);
  holder?.tick();
  setRefuses(false);
  holder?.offer(printOf(2));
  holder?.tick();
  expect([dropped(), failures()]).toEqual([1, 1]);
  expect(received).toMatchObject([{ sequence: 1, prints: [{ print: { id: '2' } }] }]);
});
