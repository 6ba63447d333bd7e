import { expect, test } from '@jest/globals';
import type { Handled } from './deliver.ts';
import type { PermitRequest } from './admission/delivery-permits.ts';
import type { QueuedTrigger, TriggerQueue } from './queue/trigger-queue.ts';
import type { Looked, Trigger } from './claim/store.ts';
import { againAfterMs, startWorker, type Worker, type WorkerPorts } from './worker.ts';

/** A queue that a test fills, and what became of each of its triggers. */
type Fed = {
  readonly put: (name: string, visits?: number) => void;
  readonly putGarbage: () => void;
  readonly open: () => Promise<TriggerQueue>;
  readonly settled: Map<string, string>;
  readonly alive: string[];
};

function feed(): Fed {
  const settled = new Map<string, string>();
  const alive: string[] = [];
  const waiting: QueuedTrigger[] = [];
  let wake = (): void => undefined;
  let closed = false;
  const put = (name: string, trigger: Trigger | undefined, visits: number): void => {
    waiting.push({
      trigger,
      visits,
      done: () => void settled.set(name, 'done'),
      again: (afterMs) => void settled.set(name, `again ${afterMs}`),
      working: () => void alive.push(name),
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
    put: (name, visits = 1) =>
      put(name, { id: name, watchId: name, slot: 1n, observedAtMs: 0, traceparent: '' }, visits),
    putGarbage: () => put('garbage', undefined, 1),
    open: async () => ({ triggers: triggers(), close }),
    settled,
    alive,
  };
}

function watchAt(host: string, isWaiting = false): Looked {
  return { accountId: 'acc_1', webhookUrl: `https://${host}/hook`, isWaiting };
}

function start(fed: Pick<Fed, 'open'>, replaced: Partial<WorkerPorts> = {}, aliveEveryMs = 60_000): Worker {
  const ports: WorkerPorts = {
    open: fed.open,
    look: async () => watchAt('receiver.example'),
    letWait: async () => 'waits',
    enter: async () => () => undefined,
    deliver: async () => ({ kind: 'done', outcome: 'delivered' }),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    handled: () => undefined,
    trouble: () => undefined,
    ...replaced,
  };
  return startWorker(ports, aliveEveryMs);
}

/** Lets everything that is ready run. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test('what was dealt with leaves the queue; what was not comes again, later each time', async () => {
  const fed = feed();
  const handled: Record<string, Handled> = {
    a: { kind: 'done', outcome: 'delivered' },
    b: { kind: 'again', why: 'waits' },
    c: { kind: 'again', why: 'running', afterMs: 1_234 },
  };
  const worker = start(fed, { deliver: async ({ id }) => handled[id] ?? { kind: 'done', outcome: 'gone' } });
  fed.put('a');
  fed.put('b', 4);
  fed.put('c');
  fed.putGarbage();
  await turns();
  await worker.stop(1_000);
  expect(Object.fromEntries(fed.settled)).toEqual({
    a: 'done',
    b: 'again 800',
    c: 'again 1234',
    garbage: 'done',
  });
});

test('the pause before the next visit doubles up to five seconds', () => {
  expect([1, 2, 3, 6, 7, 1_000].map(againAfterMs)).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
});

test('a trigger that needs nothing takes no place, and one that finds none comes again', async () => {
  const fed = feed();
  const entered: PermitRequest[] = [];
  const worker = start(fed, {
    look: async ({ id }) => (id === 'gone' ? { over: 'gone' } : watchAt(id)),
    enter: async (place) => {
      entered.push(place);
      return place.host === 'crowded' ? undefined : () => undefined;
    },
  });
  ['gone', 'crowded', 'free'].forEach((name) => fed.put(name));
  await turns();
  await worker.stop(1_000);
  const asked = { accountId: 'acc_1', sinceMs: 0 };
  expect(entered).toEqual([
    { ...asked, host: 'crowded' },
    { ...asked, host: 'free' },
  ]);
  expect(Object.fromEntries(fed.settled)).toEqual({ gone: 'done', crowded: 'again 100', free: 'done' });
});

test('of a watch that finds no place one trigger comes again, and those after it are merged into it', async () => {
  const fed = feed();
  const asked: string[] = [];
  const outcomes: string[] = [];
  const worker = start(fed, {
    look: async ({ id }) => watchAt('crowded', id === 'waiting'),
    enter: async () => undefined,
    letWait: async ({ id }) => {
      asked.push(id);
      return id === 'first' ? 'waits' : 'merged';
    },
    handled: (outcome) => outcomes.push(outcome),
  });
  ['first', 'second', 'waiting'].forEach((name) => fed.put(name));
  await turns();
  await worker.stop(1_000);
  expect(asked).toEqual(['first', 'second']);
  expect(Object.fromEntries(fed.settled)).toEqual({ first: 'again 100', second: 'done', waiting: 'again 100' });
  expect(outcomes.toSorted()).toEqual(['crowded', 'crowded', 'merged']);
});

test('a failure of the database brings a trigger back and leaves its place to others', async () => {
  const fed = feed();
  let left = 0;
  const worker = start(fed, {
    enter: async () => () => {
      left += 1;
    },
    deliver: async () => {
      throw new Error('the database is away');
    },
  });
  fed.put('a');
  await turns();
  await worker.stop(1_000);
  expect(fed.settled.get('a')).toBe('again 100');
  expect(left).toBe(1);
});

test('a delivery that takes long holds up no other one', async () => {
  const fed = feed();
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const worker = start(fed, {
    deliver: async ({ id }) => {
      await (id === 'slow' ? slow : undefined);
      return { kind: 'done', outcome: 'delivered' };
    },
  });
  ['slow', 'b', 'c'].forEach((name) => fed.put(name));
  await turns();
  expect([...fed.settled.keys()]).toEqual(['b', 'c']);
  expect(worker.underWay()).toBe(1);
  release();
  await worker.stop(1_000);
  expect(fed.settled.get('slow')).toBe('done');
});

test('stopping finishes what was begun, begins nothing more and gives the rest back at once', async () => {
  const fed = feed();
  let enter = (): void => undefined;
  const places = new Promise<void>((resolve) => {
    enter = resolve;
  });
  let finish = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const delivered: string[] = [];
  const worker = start(fed, {
    enter: async (_host) => {
      await (delivered.length > 0 ? places : undefined);
      return () => undefined;
    },
    deliver: async ({ id }) => {
      delivered.push(id);
      await begun;
      return { kind: 'done', outcome: 'delivered' };
    },
  });
  fed.put('begun');
  await turns();
  fed.put('waits for its host');
  await turns();
  const stopped = worker.stop(5_000);
  fed.put('comes too late');
  enter();
  await turns();
  finish();
  await stopped;
  expect(delivered).toEqual(['begun']);
  expect(fed.settled.get('begun')).toBe('done');
  expect(fed.settled.get('waits for its host')).toBe('again 0');
  expect(fed.settled.get('comes too late') ?? 'again 0').toBe('again 0');
});

test('stopping does not wait longer than it may', async () => {
  const fed = feed();
  const worker = start(fed, { deliver: () => new Promise(() => undefined), pause: async () => undefined });
  fed.put('a');
  await turns();
  await worker.stop(1);
  expect(fed.settled.size).toBe(0);
});

test('the queue is told of what is still under way', async () => {
  const fed = feed();
  const worker = start(fed, { deliver: () => new Promise(() => undefined), pause: async () => undefined }, 5);
  fed.put('a');
  while (fed.alive.length < 3) {
    await turns();
  }
  await worker.stop(1);
  expect(new Set(fed.alive)).toEqual(new Set(['a']));
});

test('a queue that is away is opened again until it is there', async () => {
  const fed = feed();
  let tries = 0;
  const troubles: string[] = [];
  const worker = start(fed, {
    open: async () => {
      tries += 1;
      if (tries < 3) {
        throw new Error('NATS is away');
      }
      return fed.open();
    },
    pause: async () => undefined,
    trouble: (what) => troubles.push(what),
  });
  fed.put('a');
  await turns();
  expect(fed.settled.get('a')).toBe('done');
  expect(troubles).toHaveLength(2);
  await worker.stop(1_000);
});
