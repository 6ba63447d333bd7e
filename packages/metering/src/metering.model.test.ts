import { Fault } from '@assay/faults/faults';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import fc from 'fast-check';
import { chargeFor } from './charge.ts';
import { newHold, takeHold, type Hold } from './hold.ts';
import { createMeteredCalls, type MeteredResult } from './metered-call.ts';
import { deliveryCosting, undelivered } from './testing/answers.ts';
import { billingFates } from './testing/ledger-billing.ts';
import { createMeteringWorld, openingMicros, type MeteringWorld, type Work } from './testing/metering-world.ts';

/**
 * Runs both kinds of metered work against a model of the ledger. The answer of a call is paid before it is sent; a
 * notification is paid after its receipt. Every request to billing, every piece of work, the store and the process
 * itself may fail at every step. Billing's own tests prove that its SQL statements give the results of the model.
 */

const timeoutMs = 180_000;
const holdLifetimeMs = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

type Command = fc.AsyncCommand<object, MeteringWorld>;

/**
 * A step of one run. After each step, no account may have a balance below zero. No hold may exceed the credits that
 * were free when it was taken.
 */
function step(name: string, run: (world: MeteringWorld) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (_model, world) => {
      await run(world);
      const [account = { balance: -1, held: 0 }] = world.ledger.accounts;
      expect(account.held).toBeGreaterThanOrEqual(0);
      expect(account.balance - account.held).toBeGreaterThanOrEqual(0);
    },
    toString: () => name,
  };
}

const fates = fc.record({
  Hold: fc.constantFrom('answered' as const, 'answered' as const, 'answered' as const, ...billingFates),
  Settle: fc.constantFrom('answered' as const, 'answered' as const, ...billingFates),
});
const costs = fc.array(fc.integer({ min: -1, max: 400 }), { minLength: 1, maxLength: 2 });
/** The maximum price that the catalog names for the work. It is sometimes wrong, and it can be zero. */
const maxDebit = fc.constantFrom(0n, 100n, 500n, 1_000n);

/** A call: it takes a hold, does the work, settles while it stores, and sends the answer. */
const call = fc
  .record({
    fates,
    costs,
    maxDebit,
    work: fc.constantFrom('answers', 'answers', 'answers', 'fails', 'late', 'lapses'),
    store: fc.constantFrom('stores', 'stores', 'fails', 'absent'),
    end: fc.constantFrom('received', 'received', 'lost', 'killed'),
    dies: fc.constantFrom('never', 'never', 'never', 'after hold', 'before answer'),
  })
  .map((fields) =>
    step(
      `call ${JSON.stringify(fields, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
      async (world) => {
        const hold = newHold('get_data token.price', fields.maxDebit);
        world.fates = fields.fates;
        let isOpen = true;
        const open = { context: rootContext(9_500), isOpen: () => isOpen };
        const meteredCalls = createMeteredCalls({
          ...world.pricing,
          billing: world.billing,
          confirmations: world.confirmations,
        });
        try {
          await meteredCalls.takeHold(open, { accountId: '0' }, hold);
          if (fields.dies === 'after hold') {
            return world.kill();
          }
          const answers = fields.costs.map((cost) =>
            cost < 0 ? undelivered('refused') : deliveryCosting(BigInt(cost)),
          );
          const result = await meteredCalls.run(open, hold, {
            work: async () => {
              isOpen = fields.work !== 'late';
              if (fields.work === 'lapses') {
                world.lapse(holdLifetimeMs);
              }
              if (fields.work === 'fails') {
                throw new Fault('RESOLVE_FAILED');
              }
              return answers;
            },
            parts: (parts) => parts,
            ...(fields.store === 'absent'
              ? {}
              : {
                  persist: () =>
                    fields.store === 'stores' ? Promise.resolve() : Promise.reject(new Fault('UNAVAILABLE')),
                }),
          });
          expect([fields.work, fields.store].filter((what) => ['fails', 'late', 'lapses'].includes(what))).toEqual([]);
          expectPriced(result, world.priceOf(fields.costs, hold));
          if (fields.dies === 'before answer') {
            return world.kill();
          }
          if (fields.end !== 'killed') {
            result.onDelivered(fields.end === 'received');
          }
          world.works.push({ hold, isReceived: fields.end !== 'lost', priceMicros: world.priceOf(fields.costs, hold) });
          if (fields.end === 'killed') {
            world.kill();
          }
        } catch (thrown) {
          expect(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOLVE_FAILED', 'INSUFFICIENT_CREDITS']).toContain(
            (thrown as Fault).code,
          );
        } finally {
          world.holds.push(hold);
        }
      },
    ),
  );

/** A notification: it takes a hold, verifies, calls the webhook, stores the end, and then settles. */
const notification = fc
  .record({
    fates,
    cost: fc.integer({ min: 0, max: 400 }),
    maxDebit,
    end: fc.constantFrom('received', 'received', 'lost', 'unmet'),
    dies: fc.constantFrom('never', 'never', 'after hold', 'before store', 'after store'),
    database: fc.constantFrom('works', 'works', 'fails'),
  })
  .map((fields) =>
    step(
      `notification ${JSON.stringify(fields, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
      async (world) => {
        const hold = newHold('watch chain.token_risk', fields.maxDebit);
        world.holds.push(hold);
        world.fates = fields.fates;
        const taken = await takeHold(world.billing, '0', hold, rootContext(3_000)).catch(() => undefined);
        if (fields.dies === 'after hold') {
          return world.kill();
        }
        const isSent = taken?.isHeld === true && fields.end !== 'unmet';
        const isReceived = isSent && fields.end === 'received';
        if (fields.dies === 'before store') {
          // The process that knew of the receipt is gone. So the notification is free, and nobody sends it again.
          return world.kill();
        }
        const charge = chargeFor(
          isReceived ? [deliveryCosting(BigInt(fields.cost))] : [undelivered('refused')],
          hold,
          world.pricing,
        );
        const settlement = { holdId: hold.id, ...charge, traceparent: '', tries: 0 };
        world.isDatabaseDown = fields.database === 'fails';
        world.store(settlement);
        world.works.push({
          hold,
          isReceived,
          priceMicros: world.priceOf(isReceived ? [fields.cost] : [], hold),
          isStored: true,
        });
        if (fields.dies === 'after store') {
          return world.kill();
        }
        world.settler.enqueue(settlement);
        await world.settler.idle();
        world.isDatabaseDown = false;
      },
    ),
  );

const passing = fc
  .record({ ms: fc.constantFrom(60, 5_000, 61_000), reverse: fc.boolean(), confirm: fc.constantFrom(...billingFates) })
  .map(({ ms, reverse, confirm }) =>
    step(`pass ${ms} ms, sweep ${reverse ? 'all' : 'open'}, Confirm ${confirm}`, async (world) => {
      world.fates = { Confirm: confirm, Settle: confirm };
      await world.pass(ms, reverse);
    }),
  );

test(
  'whatever fails at any step, nobody pays twice, too much, or for what was not received',
  async () => {
    let calls = 0;
    let charged = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.commands([call, call, notification, passing], { maxCommands: 40, size: 'max' }),
        async (commands) => {
          const world = createMeteringWorld();
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          await world.heal(holdLifetimeMs);
          expectSettled(world);
          calls += world.holds.length;
          charged += world.works.filter(({ hold }) => chargedFor(world, hold) > 0).length;
        },
      ),
      { numRuns: 200 },
    );
    expect(calls).toBeGreaterThan(200);
    expect(charged).toBeGreaterThan(50);
  },
  timeoutMs,
);

/** Expects that the body states the whole price, and that the prices of its parts add up to it. */
function expectPriced({ debitedMicros, partDebitsMicros }: MeteredResult<unknown>, priceMicros: bigint): void {
  expect(debitedMicros).toBe(priceMicros);
  expect(partDebitsMicros.reduce((sum, part) => sum + part, 0n)).toBe(priceMicros);
}

function chargedFor({ ledger }: MeteringWorld, { id }: Hold): number {
  const hold = ledger.holds.get(id);
  return hold?.state === 'confirmed' ? hold.captured : 0;
}

/**
 * Expects that at the end no credits are held. Every charge must belong to received work, and no work may be charged
 * twice.
 */
function expectSettled(world: MeteringWorld): void {
  const [account] = world.ledger.accounts;
  const works = new Map<string, Work>(world.works.map((work) => [work.hold.id, work]));
  let sum = 0;
  for (const hold of world.holds) {
    const charged = chargedFor(world, hold);
    const work = works.get(hold.id);
    expect(['open', 'captured']).not.toContain(world.ledger.holds.get(hold.id)?.state);
    expect(charged).toBeLessThanOrEqual(Number(hold.micros));
    if (charged > 0) {
      expect(work?.isReceived).toBe(true);
      expect(BigInt(charged)).toBe(work?.priceMicros);
    } else if (work?.isReceived === true && world.isDue(work)) {
      expect(work.priceMicros).toBe(0n);
    }
    sum += charged;
  }
  expect(account).toEqual({ balance: openingMicros - sum, held: 0 });
}
