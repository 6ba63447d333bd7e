import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import { Fault } from '@assay/faults/faults';
import type { MeteringBilling } from '@assay/metering/hold';
import { createSettler } from '@assay/metering/settler';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServiceDatabase } from '@assay/stack/testing/service-database';
import { startWatchDatabase } from '../testing/database.ts';
import { deliver } from './deliver.ts';
import type { DeliverPorts } from './ports.ts';
import type { Trigger } from './queue/trigger.ts';
import { leaseMs, openStores, type ReplicaStores } from './testing/replicas.ts';
import { createRandom } from './testing/seeded-random.ts';
import { secret, useTracer, verifiedRisk } from './testing/test-ports.ts';
import { insertWatch } from './testing/watches.ts';

const debitMicros = 2_000n;
/** Counts of all seeds together. The last test uses them to show that the crashes had effects. */
const totals = { recorded: 0, lost: 0 };

let database: ServiceDatabase;
let replicas: ReplicaStores[];

useTracer();
beforeAll(async () => {
  database = await startWatchDatabase();
  replicas = [openStores(database), openStores(database)];
  await database.stepClock(0);
}, 60_000);

afterAll(() => database.close());

/** The state of everything outside the service. The test compares the database with it. */
type OutsideWorld = {
  readonly random: () => number;
  /** Number of delivery attempts by trigger. */
  readonly attempts: Map<string, number>;
  /** Status of the webhook's answer by hold. */
  readonly answers: Map<string, number>;
  /** State by hold: open, released, or the captured amount. */
  readonly holds: Map<string, 'open' | 'released' | bigint>;
  /** Number of verifications by watch. */
  readonly verifications: Map<string, number>;
};

function createWorld(seed: number): OutsideWorld {
  const [attempts, answers, holds, verifications] = [new Map(), new Map(), new Map(), new Map()];
  return { random: createRandom(seed), attempts, answers, holds, verifications };
}

/** Creates a billing service that is sometimes unavailable, before or after it did its work. */
function createBilling(world: OutsideWorld): Pick<MeteringBilling, 'Hold' | 'Settle'> {
  const failSometimes = (): void => {
    if (world.random() < 0.05) {
      throw new Fault('UNAVAILABLE');
    }
  };
  return {
    Hold: async ({ hold_id: id = '' }) => {
      failSometimes();
      world.holds.set(id, 'open');
      failSometimes();
      return { held: true, balance_micros: '0' };
    },
    Settle: async ({ hold_id: id = '', capture_micros }) => {
      failSometimes();
      const hold = world.holds.get(id);
      if (hold === undefined) {
        return { settlement: 'SETTLEMENT_UNKNOWN_HOLD', balance_micros: '0', captured_micros: '0' };
      }
      const amount = BigInt(String(capture_micros));
      if (hold === 'open') {
        world.holds.set(id, amount === 0n ? 'released' : amount);
      }
      failSometimes();
      return { settlement: 'SETTLEMENT_SETTLED', balance_micros: '0', captured_micros: String(capture_micros) };
    },
  };
}

/**
 * Wraps the dependencies so that one call never returns, before or after its effect, as if the process were killed
 * there.
 */
function withCrash(ports: DeliverPorts, world: OutsideWorld, onCrash: () => void): DeliverPorts {
  let callsLeft = world.random() < 0.6 ? Math.floor(world.random() * 14) : Number.POSITIVE_INFINITY;
  const never = new Promise<never>(() => undefined);
  const step = async (): Promise<void> => {
    callsLeft -= 1;
    if (callsLeft < 0) {
      onCrash();
      await never;
    }
  };
  const wrap =
    <Arguments extends unknown[], Result>(call: (...callArguments: Arguments) => Promise<Result>) =>
    async (...callArguments: Arguments): Promise<Result> => {
      await step();
      const result = await call(...callArguments);
      await step();
      return result;
    };
  const { claims } = ports;
  return {
    ...ports,
    billing: { Hold: wrap(ports.billing.Hold) },
    verify: wrap(ports.verify),
    post: wrap(ports.post),
    claims: {
      claim: wrap(claims.claim),
      startSending: wrap(claims.startSending),
      end: wrap(claims.end),
      release: wrap(claims.release),
      releaseForDestination: wrap(claims.releaseForDestination),
      releaseBelowLevel: wrap(claims.releaseBelowLevel),
    },
  };
}

function createPorts(
  world: OutsideWorld,
  trigger: Trigger,
  claims: DeliverPorts['claims'],
  settle: DeliverPorts['settle'],
): DeliverPorts {
  const billing = createBilling(world);
  let holdId = '';
  return {
    claims,
    openSecret: () => secret,
    typeOf: () => tokenRisk,
    maxDebitMicros: () => 5_000n,
    billing: {
      Hold: (request, context) => {
        holdId = request.hold_id ?? '';
        return billing.Hold(request, context);
      },
    },
    pricing: { markupBasisPoints: 20_000n, onHoldExceeded: () => undefined },
    verify: async () => {
      const count = (world.verifications.get(trigger.watchId) ?? 0) + 1;
      world.verifications.set(trigger.watchId, count);
      return verifiedRisk(count, { data_json: JSON.stringify({ overallRisk: count, slot: Number(trigger.slot) }) });
    },
    post: async (_url, _body, _headers, mayConnect) => {
      if ((await mayConnect?.([`domain ${trigger.watchId}.example`])) === false) {
        return { kind: 'prevented' };
      }
      world.attempts.set(trigger.id, (world.attempts.get(trigger.id) ?? 0) + 1);
      const status = world.random() < 0.8 ? 204 : 500;
      world.answers.set(holdId, status);
      return { kind: 'answered', status };
    },
    settle,
    fullDestinations: { add: () => undefined },
    now: () => new Date(),
    pause: async () => undefined,
    onWarning: () => undefined,
    onBelowLevel: () => undefined,
    onPermanentFailure: () => undefined,
  };
}

/** Delivers triggers concurrently in two replicas until none is left. Each delivery may crash at any call. */
async function deliverAll(world: OutsideWorld, triggers: readonly Trigger[], mayCrash: boolean): Promise<void> {
  let queue = [...triggers];
  const settlers = replicas.map((store) =>
    createSettler({
      billing: createBilling(world),
      store,
      onAnswer: () => undefined,
      onFailure: () => undefined,
    }),
  );
  for (let round = 0; queue.length > 0; round += 1) {
    const batch = queue.slice(0, 4);
    const again: Trigger[] = [];
    await Promise.all(
      // Both replicas deliver some triggers at the same time, as after a redelivery that came too early.
      batch
        .flatMap((trigger) => (world.random() < 0.3 ? [trigger, trigger] : [trigger]))
        .map(async (trigger, position) => {
          const index = (position + round) % replicas.length;
          const [store, settler] = [replicas[index], settlers[index]];
          if (store === undefined || settler === undefined) {
            return;
          }
          let crash = (): void => undefined;
          const crashed = new Promise<'crashed'>((resolve) => {
            crash = () => resolve('crashed');
          });
          const ports = createPorts(world, trigger, store, settler.enqueue);
          const delivery = deliver(trigger, 1, mayCrash ? withCrash(ports, world, crash) : ports);
          const result = await Promise.race([delivery, crashed]);
          if (result === 'crashed' || result.kind === 'retry') {
            again.push(trigger);
          }
        }),
    );
    await Promise.all(settlers.map((settler) => settler.idle()));
    queue = [...queue.slice(4), ...new Set(again)];
    if (world.random() < 0.4) {
      await database.stepClock(world.random() < 0.5 ? leaseMs : 4_000);
    }
    if (world.random() < 0.3) {
      await replicas[round % 2]?.endExpired(10);
      await settlers[round % 2]?.settleDue();
    }
  }
  while ((await replicas[0]?.pending())?.count !== 0) {
    await database.stepClock(leaseMs + 120_000);
    await replicas[1]?.endExpired(1_000);
    await settlers[0]?.settleDue();
  }
}

test.each(Array.from({ length: 12 }, (_unused, index) => index + 1))(
  'crashes at any call cause at most one attempt for each trigger and one charge for each recorded receipt (seed %i)',
  async (seed) => {
    await database.sql('TRUNCATE deliveries, settlements');
    const world = createWorld(seed);
    const condition = { field: 'overallRisk', changes: true } as const;
    const watches = await Promise.all([0, 1, 2, 3, 4].map((n) => insertWatch(database, n < 2 ? {} : { condition })));
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
    await deliverAll(world, triggers, true);

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
    totals.recorded += recorded.length;
    totals.lost += rows.filter(({ outcome }) => outcome === 'lost').length;

    // After the crashes, the next trigger of every watch must still be delivered.
    const last = watches.map((watchId) => ({
      id: `${watchId}.${seed}.last`,
      watchId,
      slot: 1_000n,
      observedAtMs: 0,
      traceparent: '',
    }));
    for (const trigger of last) {
      await deliverAll(world, [trigger], false);
    }
    expect(last.map(({ id }) => world.attempts.get(id))).toEqual(last.map(() => 1));
  },
  30_000,
);

test('the crashes left receipts to charge and attempts to lose', () => {
  expect(totals.recorded).toBeGreaterThan(40);
  expect(totals.lost).toBeGreaterThan(12);
});
