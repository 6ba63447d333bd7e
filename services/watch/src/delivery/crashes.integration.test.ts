import { Fault } from '@assay/faults/faults';
import { startTelemetry } from '@assay/service/telemetry';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { deliver, type DeliverPorts } from './deliver.ts';
import { createSettler } from './settlement/settler.ts';
import { createDeliveryStore, type DeliveryStore, type Trigger } from './claim/store.ts';
import { startTestDatabase, type TestDatabase } from './testing/database.ts';
import { secret, verifiedRisk } from './testing/ports.ts';
import { createRandom, type Random } from './testing/random.ts';
import { putWatch } from './testing/watches.ts';

const leaseMs = 30_000;
const debitMicros = 2_000n;
/** Over all seeds, so that the last test can tell that there was something to go wrong. */
const seen = { recorded: 0, lost: 0 };

let database: TestDatabase;
let stores: DeliveryStore[];

beforeAll(async () => {
  startTelemetry({ service: 'test', sampleRatio: 0 });
  database = await startTestDatabase();
  const options = { leaseMs, waitMs: 90_000 };
  stores = [createDeliveryStore(database.open(), options), createDeliveryStore(database.open(), options)];
  await database.stepClock(0);
}, 60_000);

afterAll(() => database.close());

/** Everything outside the process: what it saw is the truth that the books are held against. */
type World = {
  readonly random: Random;
  /** Attempts by trigger, and for each hold the status that its notification was answered with. */
  readonly attempts: Map<string, number>;
  readonly answers: Map<string, number>;
  /** By hold: open, released, or what was captured. */
  readonly holds: Map<string, 'open' | 'released' | bigint>;
  readonly changes: Map<string, number>;
};

function worldOf(seed: number): World {
  const [attempts, answers, holds, changes] = [new Map(), new Map(), new Map(), new Map()];
  return { random: createRandom(seed), attempts, answers, holds, changes };
}

/** Billing as far as deliveries see it; now and then away, before it did what was asked or after. */
function billingOf(
  world: World,
): Pick<DeliverPorts, 'hold'> & { settle: Parameters<typeof createSettler>[0]['settle'] } {
  const shaky = (): void => {
    if (world.random() < 0.05) {
      throw new Fault('UNAVAILABLE');
    }
  };
  return {
    hold: async ({ hold_id: id = '' }) => {
      shaky();
      world.holds.set(id, 'open');
      shaky();
      return { held: true, balance_micros: '0' };
    },
    settle: async ({ hold_id: id = '', capture_micros }) => {
      shaky();
      const hold = world.holds.get(id);
      if (hold === undefined) {
        return { settlement: 'SETTLEMENT_UNKNOWN_HOLD', balance_micros: '0', captured_micros: '0' };
      }
      const amount = BigInt(String(capture_micros));
      if (hold === 'open') {
        world.holds.set(id, amount === 0n ? 'released' : amount);
      }
      shaky();
      return { settlement: 'SETTLEMENT_SETTLED', balance_micros: '0', captured_micros: String(capture_micros) };
    },
  };
}

/** Ports that stop for ever at one of their calls, before or after its effect, as a killed process does. */
function mortal(ports: DeliverPorts, world: World, killed: () => void): DeliverPorts {
  let callsLeft = world.random() < 0.6 ? Math.floor(world.random() * 14) : Number.POSITIVE_INFINITY;
  const never = new Promise<never>(() => undefined);
  const step = async (): Promise<void> => {
    callsLeft -= 1;
    if (callsLeft < 0) {
      killed();
      await never;
    }
  };
  const wrap =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await step();
      const result = await call(...given);
      await step();
      return result;
    };
  const { store } = ports;
  return {
    ...ports,
    hold: wrap(ports.hold),
    verify: wrap(ports.verify),
    post: wrap(ports.post),
    store: {
      takeUp: wrap(store.takeUp),
      startSending: wrap(store.startSending),
      end: wrap(store.end),
      putBack: wrap(store.putBack),
    },
  };
}

function portsOf(world: World, trigger: Trigger, store: DeliveryStore, settle: DeliverPorts['settle']): DeliverPorts {
  let holdId = '';
  return {
    store,
    newRun: (_trigger, traceparent) => {
      holdId = `wh_${randomUUID()}`;
      const { watchId, slot, observedAtMs } = trigger;
      return { triggerId: trigger.id, watchId, slot, observedAtMs, id: randomUUID(), traceparent, holdId };
    },
    openSecret: () => secret,
    maxDebitMicros: () => 5_000n,
    debitMicros: () => debitMicros,
    hold: billingOf(world).hold,
    verify: async () => {
      const changes = (world.changes.get(trigger.watchId) ?? 0) + 1;
      world.changes.set(trigger.watchId, changes);
      return verifiedRisk(changes, { data_json: JSON.stringify({ overallRisk: changes, slot: Number(trigger.slot) }) });
    },
    post: async () => {
      world.attempts.set(trigger.id, (world.attempts.get(trigger.id) ?? 0) + 1);
      const status = world.random() < 0.8 ? 204 : 500;
      world.answers.set(holdId, status);
      return { kind: 'answered', status };
    },
    settle,
    overHold: () => undefined,
    now: () => new Date(),
    pause: async () => undefined,
    trouble: () => undefined,
    broke: () => undefined,
  };
}

/** Visits triggers, several at once over two replicas, until none is left; each visit may be killed anywhere. */
async function chaos(world: World, triggers: readonly Trigger[], mayDie: boolean): Promise<void> {
  let queue = [...triggers];
  const settlerOf = (store: DeliveryStore) =>
    createSettler({ settle: billingOf(world).settle, store, answered: () => undefined, failed: () => undefined });
  const settlers = stores.map(settlerOf);
  for (let round = 0; queue.length > 0; round += 1) {
    const batch = queue.slice(0, 4);
    const again: Trigger[] = [];
    await Promise.all(
      // Some are visited by both replicas at once, as when the queue gives a trigger to a second one too early.
      batch
        .flatMap((trigger) => (world.random() < 0.3 ? [trigger, trigger] : [trigger]))
        .map(async (trigger, place) => {
          const index = (place + round) % stores.length;
          const [store, settler] = [stores[index], settlers[index]];
          if (store === undefined || settler === undefined) {
            return;
          }
          let die = (): void => undefined;
          const died = new Promise<'died'>((resolve) => {
            die = () => resolve('died');
          });
          const whole = portsOf(world, trigger, store, settler.soon);
          const visit = deliver(trigger, 1, mayDie ? mortal(whole, world, die) : whole);
          const handled = await Promise.race([visit, died]);
          if (handled === 'died' || handled.kind === 'again') {
            again.push(trigger);
          }
        }),
    );
    await Promise.all(settlers.map((settler) => settler.idle()));
    const left = new Set(again);
    queue = [...queue.slice(4), ...left];
    if (world.random() < 0.4) {
      await database.stepClock(world.random() < 0.5 ? leaseMs : 4_000);
    }
    if (world.random() < 0.3) {
      await stores[round % 2]?.endDead(10);
      await settlers[round % 2]?.pass();
    }
  }
  while ((await stores[0]?.owed())?.count !== 0) {
    await database.stepClock(leaseMs + 120_000);
    await stores[1]?.endDead(1_000);
    await settlers[0]?.pass();
  }
}

test.each(Array.from({ length: 12 }, (_unused, index) => index + 1))(
  'killed at any line, with billing away now and then: one attempt a trigger, a charge for each recorded receipt, and no other (seed %i)',
  async (seed) => {
    await database.sql('TRUNCATE deliveries, settlements');
    const world = worldOf(seed);
    const condition = { field: 'overallRisk', changes: true } as const;
    const watches = await Promise.all([0, 1, 2, 3, 4].map((n) => putWatch(database, n < 2 ? {} : { condition })));
    const triggers = Array.from({ length: 40 }, (_unused, index) => {
      const watchId = watches[Math.floor(world.random() * watches.length)] ?? '';
      return {
        id: `${watchId}.${seed}.${index}`,
        watchId,
        slot: BigInt(index),
        observedAtMs: index % 2 === 0 ? 0 : 1e14,
        traceparent: '',
      };
    });
    await chaos(world, triggers, true);

    expect([...world.attempts.values()].filter((count) => count > 1)).toEqual([]);
    const rows = await database.sql<{ hold_id: string; outcome: string; state: string }>(
      'SELECT hold_id, outcome, state FROM deliveries',
    );
    expect(rows.filter(({ state }) => state !== 'ended')).toEqual([]);
    const recorded = rows.filter(({ outcome }) => outcome === 'delivered').map(({ hold_id }) => hold_id);
    const charged = [...world.holds].filter(([, hold]) => typeof hold === 'bigint');
    expect(charged.map(([id]) => id).toSorted()).toEqual(recorded.toSorted());
    expect(charged.filter(([id, amount]) => world.answers.get(id) !== 204 || amount !== debitMicros)).toEqual([]);
    expect([...world.holds.values()].filter((hold) => hold === 'open')).toEqual([]);
    seen.recorded += recorded.length;
    seen.lost += rows.filter(({ outcome }) => outcome === 'lost').length;

    // After the last kill every watch is as good as new: its next trigger is delivered.
    const last = watches.map((watchId) => ({
      id: `${watchId}.${seed}.last`,
      watchId,
      slot: 1_000n,
      observedAtMs: 0,
      traceparent: '',
    }));
    for (const trigger of last) {
      await chaos(world, [trigger], false);
    }
    expect(last.map(({ id }) => world.attempts.get(id))).toEqual(last.map(() => 1));
  },
  30_000,
);

test('there were receipts to charge and attempts to lose', () => {
  expect(seen.recorded).toBeGreaterThan(40);
  expect(seen.lost).toBeGreaterThan(12);
});
