import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { loadStreams } from '@assay/providers/load-streams';
import { systemClock } from '@assay/service/clock';
import { createStreamManager, type StreamManager } from '@assay/streams/manager';
import type { StreamCount } from '@assay/streams/manager-state';
import type { TopicState } from '@assay/streams/topic-state';
import { openWebSocket } from '@assay/streams/websocket';
import { createSandbox } from '../../services/sandbox/src/sandbox.ts';

let server: Server;
let base = '';
const managers: StreamManager[] = [];
const streams = await loadStreams();

beforeAll(async () => {
  server = createSandbox('streams', Date.now);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  managers.splice(0).forEach((manager) => manager.close());
  await Promise.all(
    [...new Set(streams.map(({ provider }) => provider))].map((id) => control('DELETE', `streams/${id}`)),
  );
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function control(method: string, path: string, body?: unknown): Promise<number> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`http://${base}/control/${path}`, init);
  await response.text();
  return response.status;
}

/** Connects to the sandbox's mock of a stream. `until` resolves when a count or the state of a topic satisfies a test. */
function connected(id: string) {
  const stream = streams.find((each) => each.id === id);
  if (stream === undefined) {
    throw new Error(`there is no stream ${id}`);
  }
  const counts = new Map<StreamCount, number>();
  const topics = new Map<string, TopicState | undefined>();
  let waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  const check = (): void => {
    waiting.filter(({ isMet }) => isMet()).forEach(({ resolve }) => resolve());
    waiting = waiting.filter(({ isMet }) => !isMet());
  };
  const manager = createStreamManager(stream, {
    url: `ws://${base}/${stream.provider}${new URL(stream.url).pathname}`,
    open: openWebSocket,
    clock: systemClock,
    random: Math.random,
    connectEveryMs: 50,
    maxTopics: 100,
    onTopic: (topic, state) => {
      topics.set(topic, state);
      check();
    },
    onCount: (count) => {
      counts.set(count, (counts.get(count) ?? 0) + 1);
      check();
    },
    onLost: () => undefined,
  });
  managers.push(manager);
  const until = (isMet: () => boolean): Promise<void> =>
    isMet() ? Promise.resolve() : new Promise((resolve) => waiting.push({ isMet, resolve }));
  return { stream, manager, counts, topics, until };
}

const questions = { price: ['spot.price', { symbol: 'SOL' }] } as const;

describe.each(streams.filter(({ topicOf }) => topicOf(...questions.price) !== undefined).map(({ id }) => id))(
  'the stream of %s',
  (id) => {
    async function subscribed() {
      const world = connected(id);
      const topic = world.stream.topicOf(...questions.price) ?? '';
      world.manager.setTopics([topic]);
      await world.until(() => world.topics.get(topic)?.trade !== undefined);
      return { ...world, topic };
    }
    const countOf = ({ counts }: { counts: Map<StreamCount, number> }, count: StreamCount): number =>
      counts.get(count) ?? 0;

    test('shows trades and best prices, each trade once, in order, dated by the venue', async () => {
      const world = await subscribed();
      await world.until(() => countOf(world, 'update') >= 12 && world.topics.get(world.topic)?.quote !== undefined);
      const { trade, missed } = world.topics.get(world.topic) ?? {};
      expect(missed).toBe(false);
      expect(Math.abs(Date.now() - (trade?.atMs ?? 0))).toBeLessThan(2_000);
      for (const count of ['after_gap', 'out_of_order', 'malformed', 'rejected', 'lost'] as const) {
        expect([count, countOf(world, count)]).toEqual([count, 0]);
      }
      expect(world.manager.leadMs()).toBeLessThan(100);
    });

    test('shows a price that was set before the control answers', async () => {
      const world = await subscribed();
      await control('PUT', 'prices/SOL', { usd: '111.25' });
      await world.until(() => world.topics.get(world.topic)?.trade?.price.startsWith('111.') === true);
      await control('DELETE', 'prices/SOL');
    });

    test('shows lost, repeated and reordered trades under the faults of these names', async () => {
      const world = await subscribed();
      const faults = [
        ['gap', 'after_gap'],
        ['duplicate', 'duplicate'],
        ['reorder', 'out_of_order'],
      ] as const;
      for (const [fault, count] of faults) {
        expect(await control('PUT', `streams/${world.stream.provider}`, { fault })).toBe(200);
        await world.until(() => countOf(world, count) > 0);
      }
    });

    test('is refused while its fault or its provider is down, and comes back after it', async () => {
      const world = await subscribed();
      const { provider } = world.stream;
      await control('PUT', `streams/${provider}`, { fault: 'down' });
      await world.until(() => world.topics.get(world.topic) === undefined && countOf(world, 'lost') > 1);
      await control('DELETE', `streams/${provider}`);
      await world.until(() => world.topics.get(world.topic)?.trade !== undefined);
      const lost = countOf(world, 'lost');
      await control('PUT', `providers/${provider}`, { state: 'error' });
      await world.until(() => countOf(world, 'lost') > lost);
      await control('PUT', `providers/${provider}`, { state: 'up' });
    });

    test('answers a page in place of data with malformed messages', async () => {
      const world = await subscribed();
      await control('PUT', `streams/${world.stream.provider}`, { fault: 'garbage' });
      await world.until(() => countOf(world, 'malformed') > 0);
    });
  },
);

test('an unknown stream and an unknown fault are refused', async () => {
  expect(await control('PUT', 'streams/steam', { fault: 'gap' })).toBe(404);
  expect(await control('PUT', 'streams/kraken', { fault: 'odd' })).toBe(400);
  expect(await control('PUT', 'streams/kraken', { fault: 'gap', speed: 2 })).toBe(400);
});

test('a pair that a venue does not list is refused alone, and the others are served', async () => {
  const world = connected('coinbase');
  world.manager.setTopics(['XX-USD', 'BTC-USD']);
  await world.until(() => world.topics.get('BTC-USD')?.trade !== undefined);
  expect(world.counts.get('rejected')).toBe(1);
});
