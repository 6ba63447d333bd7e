import { pause } from '@assay/runtime/clock';
import { expect, test } from '@jest/globals';
import type { PermitRequest } from './admission/delivery-permits.ts';
import type { DeliveryResult } from './ports.ts';
import type { PrecheckResult } from './precheck/precheck.ts';
import type { QueuedTrigger, TriggerQueue } from './queue/trigger-queue.ts';
import type { Trigger } from './queue/trigger.ts';
import { retryAfterMs, startWorker, type DeliveryWorker, type WorkerPorts } from './worker.ts';

/** A queue that a test fills. It records the response to each trigger. */
type TestQueue = {
  readonly put: (name: string, deliveryCount?: number) => void;
  readonly putGarbage: () => void;
  readonly open: () => Promise<TriggerQueue>;
  readonly answers: Map<string, string>;
  readonly extended: string[];
};

function createTestQueue(): TestQueue {
  const answers = new Map<string, string>();
  const extended: string[] = [];
  const waiting: QueuedTrigger[] = [];
  let wake = (): void => undefined;
  let closed = false;
  const put = (name: string, trigger: Trigger | undefined, deliveryCount: number): void => {
    waiting.push({
      trigger,
      deliveryCount,
      ack: () => void answers.set(name, 'ack'),
      nak: (afterMs) => void answers.set(name, `nak ${afterMs}`),
      working: () => void extended.push(name),
    });
    wake();
  };
  async function* triggers(): AsyncIterable<QueuedTrigger> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) {
        yield next;
      } else if (closed) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  const close = async (): Promise<void> => {
    closed = true;
    wake();
  };
  return {
    put: (name, deliveryCount = 1) =>
      put(name, { id: name, watchId: name, slot: 1n, observedAtMs: 0, traceparent: '' }, deliveryCount),
    putGarbage: () => put('garbage', undefined, 1),
    open: async () => ({ triggers: triggers(), close }),
    answers,
    extended,
  };
}

function targetAt(host: string, isDeferred = false): PrecheckResult {
  return { accountId: 'acc_1', webhookUrl: `https://${host}/hook`, isDeferred, isWaitRecorded: false };
}

function start(
  queue: Pick<TestQueue, 'open'>,
  replaced: Partial<WorkerPorts> = {},
  extendEveryMs = 60_000,
): DeliveryWorker {
  const ports: WorkerPorts = {
    open: queue.open,
    precheck: async () => targetAt('receiver.example'),
    deferForShare: async () => 'over_share',
    defer: async () => 'waits',
    acquire: async () => () => undefined,
    fullDestinations: { waitMs: () => 0 },
    deliver: async () => ({ kind: 'done', outcome: 'delivered' }),
    pause,
    onResult: () => undefined,
    onWarning: () => undefined,
    onMalformed: () => undefined,
    ...replaced,
  };
  return startWorker(ports, extendEveryMs);
}

/** Runs all tasks that are ready. */
const flush = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test('a trigger that is done leaves the queue, and any other is delivered again after a growing pause', async () => {
  const queue = createTestQueue();
  const results: Record<string, DeliveryResult> = {
    a: { kind: 'done', outcome: 'delivered' },
    b: { kind: 'retry', reason: 'waits' },
    c: { kind: 'retry', reason: 'running', afterMs: 1_234 },
  };
  const worker = start(queue, { deliver: async ({ id }) => results[id] ?? { kind: 'done', outcome: 'gone' } });
  queue.put('a');
  queue.put('b', 4);
  queue.put('c');
  queue.putGarbage();
  await flush();
  await worker.stop(1_000);
  expect(Object.fromEntries(queue.answers)).toEqual({ a: 'ack', b: 'nak 800', c: 'nak 1234', garbage: 'ack' });
});

test('the pause before the next delivery doubles up to five seconds', () => {
  expect([1, 2, 3, 6, 7, 1_000].map(retryAfterMs)).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
});

test('a trigger that needs no delivery asks for no permit, and one without a permit is delivered again', async () => {
  const queue = createTestQueue();
  const requests: PermitRequest[] = [];
  const worker = start(queue, {
    precheck: async ({ id }) => (id === 'gone' ? { noDelivery: 'gone' } : targetAt(id)),
    acquire: async (request) => {
      requests.push(request);
      return request.host === 'busy' ? undefined : () => undefined;
    },
  });
  ['gone', 'busy', 'free'].forEach((name) => queue.put(name));
  await flush();
  await worker.stop(1_000);
  const request = { accountId: 'acc_1', sinceMs: 0 };
  expect(requests).toEqual([
    { ...request, host: 'busy' },
    { ...request, host: 'free' },
  ]);
  expect(Object.fromEntries(queue.answers)).toEqual({ gone: 'ack', busy: 'nak 100', free: 'ack' });
});

test('beyond the share of its account one trigger of a watch returns in the next minute, and later ones are merged', async () => {
  const queue = createTestQueue();
  const deferred: string[] = [];
  const worker = start(queue, {
    precheck: async ({ id }) => ({
      ...targetAt('free', id === 'recorded'),
      isWaitRecorded: id === 'recorded',
      overShare: { count: 'failed', opensInMs: 30_000 },
    }),
    acquire: async () => {
      throw new Error('a trigger that waits for a share needs no permit');
    },
    deferForShare: async ({ id }, count) => {
      deferred.push(`${id} ${count}`);
      return id === 'first' ? 'over_share' : 'merged';
    },
  });
  ['first', 'second', 'recorded'].forEach((name) => queue.put(name));
  await flush();
  await worker.stop(1_000);
  expect(deferred).toEqual(['first failed', 'second failed']);
  expect(Object.fromEntries(queue.answers)).toEqual({
    first: expect.stringMatching(/^nak 3[012]\d\d\d/),
    second: 'ack',
    recorded: expect.stringMatching(/^nak 3[012]\d\d\d/),
  });
});

test('a trigger whose destination gets no more notifications is deferred before it is verified', async () => {
  const queue = createTestQueue();
  const deferred: string[] = [];
  const delivered: string[] = [];
  const worker = start(queue, {
    precheck: async ({ id }) => targetAt(id),
    fullDestinations: { waitMs: (_account, host) => (host === 'busy' ? 1_000 : 0) },
    deferForShare: async ({ id }, count) => {
      deferred.push(`${id} ${count}`);
      return 'over_share';
    },
    deliver: async ({ id }) => {
      delivered.push(id);
      return { kind: 'done', outcome: 'delivered' };
    },
  });
  ['busy', 'free'].forEach((name) => queue.put(name));
  await flush();
  await worker.stop(1_000);
  expect([deferred, delivered]).toEqual([['busy destination'], ['free']]);
  expect(queue.answers.get('busy')).toMatch(/^nak [12]\d\d\d/);
});

test('without a permit one trigger of a watch is delivered again, and later ones are merged into it', async () => {
  const queue = createTestQueue();
  const deferred: string[] = [];
  const outcomes: string[] = [];
  const worker = start(queue, {
    precheck: async ({ id }) => targetAt('busy', id === 'deferred'),
    acquire: async () => undefined,
    defer: async ({ id }) => {
      deferred.push(id);
      return id === 'first' ? 'waits' : 'merged';
    },
    onResult: (outcome) => outcomes.push(outcome),
  });
  ['first', 'second', 'deferred'].forEach((name) => queue.put(name));
  await flush();
  await worker.stop(1_000);
  expect(deferred).toEqual(['first', 'second']);
  expect(Object.fromEntries(queue.answers)).toEqual({ first: 'nak 100', second: 'ack', deferred: 'nak 100' });
  expect(outcomes.toSorted()).toEqual(['crowded', 'crowded', 'merged']);
});

test('a failed delivery returns its permit and its trigger', async () => {
  const queue = createTestQueue();
  let released = 0;
  const worker = start(queue, {
    acquire: async () => () => {
      released += 1;
    },
    deliver: async () => {
      throw new Error('the database is unavailable');
    },
  });
  queue.put('a');
  await flush();
  await worker.stop(1_000);
  expect(queue.answers.get('a')).toBe('nak 100');
  expect(released).toBe(1);
});

test('a slow delivery delays no other one', async () => {
  const queue = createTestQueue();
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const worker = start(queue, {
    deliver: async ({ id }) => {
      await (id === 'slow' ? slow : undefined);
      return { kind: 'done', outcome: 'delivered' };
    },
  });
  ['slow', 'b', 'c'].forEach((name) => queue.put(name));
  await flush();
  expect([...queue.answers.keys()]).toEqual(['b', 'c']);
  expect(worker.inFlight()).toBe(1);
  finish();
  await worker.stop(1_000);
  expect(queue.answers.get('slow')).toBe('ack');
});

test('stop finishes deliveries in flight, starts no other, and returns waiting triggers at once', async () => {
  const queue = createTestQueue();
  let grant = (): void => undefined;
  const permits = new Promise<void>((resolve) => {
    grant = resolve;
  });
  let finish = (): void => undefined;
  const inFlight = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const delivered: string[] = [];
  const worker = start(queue, {
    acquire: async () => {
      await (delivered.length > 0 ? permits : undefined);
      return () => undefined;
    },
    deliver: async ({ id }) => {
      delivered.push(id);
      await inFlight;
      return { kind: 'done', outcome: 'delivered' };
    },
  });
  queue.put('in flight');
  await flush();
  queue.put('waits for a permit');
  await flush();
  const stopped = worker.stop(5_000);
  queue.put('too late');
  grant();
  await flush();
  finish();
  await stopped;
  expect(delivered).toEqual(['in flight']);
  expect(queue.answers.get('in flight')).toBe('ack');
  expect(queue.answers.get('waits for a permit')).toBe('nak 0');
  expect(queue.answers.get('too late') ?? 'nak 0').toBe('nak 0');
});

test('stop waits no longer than its limit', async () => {
  const queue = createTestQueue();
  const worker = start(queue, { deliver: () => new Promise(() => undefined), pause: async () => undefined });
  queue.put('a');
  await flush();
  await worker.stop(1);
  expect(queue.answers.size).toBe(0);
});

test('the worker extends the triggers in flight', async () => {
  const queue = createTestQueue();
  const worker = start(queue, { deliver: () => new Promise(() => undefined), pause: async () => undefined }, 5);
  queue.put('a');
  while (queue.extended.length < 3) {
    await flush();
  }
  await worker.stop(1);
  expect(new Set(queue.extended)).toEqual(new Set(['a']));
});

test('a queue that is unavailable is opened again until it is there', async () => {
  const queue = createTestQueue();
  let tries = 0;
  const warnings: string[] = [];
  const worker = start(queue, {
    open: async () => {
      tries += 1;
      if (tries < 3) {
        throw new Error('NATS is unavailable');
      }
      return queue.open();
    },
    pause: async () => undefined,
    onWarning: (message) => warnings.push(message),
  });
  queue.put('a');
  await flush();
  expect(queue.answers.get('a')).toBe('ack');
  expect(warnings).toHaveLength(2);
  await worker.stop(1_000);
});
