import { expect, test } from '@jest/globals';
import { subjects } from '@assay/rpc/subjects';
import { createDemand } from '@assay/streams/demand';
import { createLatestUpdates } from '@assay/streams/latest-updates';
import { tradeOf } from '@assay/streams/testing/test-stream';
import { emptyTopic, type TopicState } from '@assay/streams/topic-state';
import type { Nats } from '@assay/messaging/nats';
import { createStreamSharing } from './sharing.ts';

/** Connects replicas through a fake NATS. */
function replicas(count: number) {
  const listeners: { readonly subject: string; readonly take: (bytes: Uint8Array) => void }[] = [];
  const published: string[] = [];
  const timers: (() => void)[] = [];
  const wantedPrints: { readonly replica: number; readonly stream: string; readonly topics: readonly string[] }[] = [];
  let printTopics: ReadonlyMap<string, readonly string[]> = new Map();
  let connected = true;
  let alone = false;
  const connection = {
    publish: (subject: string, bytes: Uint8Array) => {
      published.push(subject);
      listeners.filter((each) => each.subject === subject).forEach(({ take }) => take(bytes));
    },
  } as unknown as Nats['connection'];
  const all = Array.from({ length: count }, (_each, index) => {
    const latest = createLatestUpdates(10);
    const demand = createDemand(new Map(), () => 0);
    const sharing = createStreamSharing({
      holder: `replica-${index}`,
      nats: () => ({ connection, connected: () => connected }),
      subscribe: (_connection, { subject, decode }, onMessage) =>
        listeners.push({ subject, take: (bytes) => onMessage(decode(bytes)) }),
      latest,
      demand,
      leadMs: () => 40,
      printTopics: () => printTopics,
      onPrintsWanted: (stream, topics) => wantedPrints.push({ replica: index, stream, topics }),
      isAlone: () => alone,
      after: (_delayMs, run) => {
        timers.push(run);
        return () => void timers.splice(timers.indexOf(run), 1);
      },
      onFailure: () => undefined,
    });
    sharing.flush();
    return { latest, demand, sharing };
  });
  const setAlone = (value: boolean): void => void (alone = value);
  const setPrintTopics = (topics: typeof printTopics): void => void (printTopics = topics);
  const setConnected = (value: boolean): void => void (connected = value);
  return { all, published, setConnected, setAlone, setPrintTopics, wantedPrints, timers };
}

const state: TopicState = {
  ...emptyTopic,
  receivedAtMs: 1_005,
  trade: { ...tradeOf(9, 1_000), price: '64000.10' },
  quote: { kind: 'quote', topic: 'BTC', bid: '64000.00', ask: '64000.20', atMs: 1_001 },
};

test('a batch gives the other replicas the last state of each topic, and its holder keeps its own', () => {
  const { all, published } = replicas(2);
  const [holder, follower] = all;
  holder?.sharing.offer('venue', 'BTC', { ...state, trade: tradeOf(8, 999) });
  holder?.sharing.offer('venue', 'BTC', state);
  holder?.sharing.flush();
  holder?.sharing.flush();
  expect(published).toEqual([subjects.streamUpdated.subject]);
  const latest = follower?.latest.find('venue', 'BTC');
  expect(latest).toMatchObject({ path: 'shared', leadMs: 40 });
  expect(latest?.state).toMatchObject({
    missed: false,
    receivedAtMs: 1_005,
    trade: { price: '64000.10', atMs: 1_000, id: '9' },
    quote: { bid: '64000.00', ask: '64000.20', atMs: 1_001 },
  });
  expect(holder?.latest.find('venue', 'BTC')).toBeUndefined();
});

test('a topic that can no longer be used is forgotten by every replica', () => {
  const { all } = replicas(2);
  const [holder, follower] = all;
  holder?.sharing.offer('venue', 'BTC', state);
  holder?.sharing.flush();
  holder?.sharing.offer('venue', 'BTC', undefined);
  holder?.sharing.flush();
  expect(follower?.latest.find('venue', 'BTC')).toBeUndefined();
});

test('what was not sent while NATS was unavailable is not sent later', () => {
  const { all, published, setConnected } = replicas(2);
  setConnected(false);
  all[0]?.sharing.offer('venue', 'BTC', state);
  all[0]?.sharing.flush();
  setConnected(true);
  all[0]?.sharing.flush();
  expect(published).toEqual([]);
});

test('a replica that is alone sends no updates, and sends newer ones once another is present', () => {
  const { all, published, setAlone } = replicas(2);
  setAlone(true);
  all[0]?.sharing.offer('venue', 'BTC', state);
  all[0]?.sharing.flush();
  setAlone(false);
  all[0]?.sharing.flush();
  expect(published).toEqual([]);
  all[0]?.sharing.offer('venue', 'BTC', state);
  all[0]?.sharing.flush();
  expect(published).toEqual([subjects.streamUpdated.subject]);
});

test('a batch leaves after a wait, with all that was offered meanwhile', () => {
  const { all, published, timers } = replicas(2);
  all[0]?.sharing.offer('venue', 'BTC', state);
  all[0]?.sharing.offer('venue', 'ETH', state);
  expect([published, timers.length]).toEqual([[], 1]);
  timers[0]?.();
  expect([published, timers]).toEqual([[subjects.streamUpdated.subject], []]);
});

test('the topics that one replica was asked about are wanted by all', () => {
  const { all } = replicas(2);
  all[1]?.demand.ask('venue', 'ADA');
  all[1]?.sharing.announce();
  expect(all[0]?.demand.wanted('venue')).toEqual(['ADA']);
});

test('the topics whose prints one replica wants are announced with the wanted topics', () => {
  const { all, setPrintTopics, wantedPrints } = replicas(2);
  all[1]?.demand.ask('venue', 'ADA');
  all[1]?.demand.ask('venue', 'BTC');
  setPrintTopics(new Map([['venue', ['BTC']]]));
  all[1]?.sharing.announce();
  expect(all[0]?.demand.wanted('venue')).toEqual(['ADA', 'BTC']);
  expect(wantedPrints).toContainEqual({ replica: 0, stream: 'venue', topics: ['BTC'] });
});
