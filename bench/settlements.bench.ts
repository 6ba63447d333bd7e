import { rootContext } from '@assay/rpc/context';
import { newHoldId } from '@assay/identifiers/time-ordered-id';
import { createHoldStore } from '../services/billing/src/holds/store.ts';
import { createHoldBatchers } from '../services/billing/src/holds/hold-batchers.ts';
import { openCustomer, openGate } from '../services/billing/src/testing/customers.ts';
import { startBillingDatabase } from '../services/billing/src/testing/billing-database.ts';
import { markdownTable } from './markdown-table.ts';

/**
 * Measures how many settlements per second billing completes for one account. It uses billing's batchers and a real
 * PostgreSQL with fsync.
 * Run with: node --conditions=@assay/source bench/settlements.bench.ts [seconds] [calls in flight] [confirm]. Exits
 * with 1 when the ledger is wrong.
 */
const minPerSecond = 10_000;
const seconds = Number(process.argv[2] ?? 5);
const inFlight = Number(process.argv[3] ?? 512);
const confirming = process.argv[4] === 'confirm';
const creditMicros = 1_000_000_000_000;
const captureMicros = 700;

type Tally = { statements: number; items: number; durationMs: number };

const database = await startBillingDatabase();
try {
  const tallies = new Map<string, Tally>();
  const postgres = database.open();
  const { accountId } = await openCustomer(postgres, { creditMicros });
  const times = { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 };
  const holds = createHoldBatchers(
    {
      free: createHoldStore(postgres.query, { ...times, waits: false }),
      waiting: createHoldStore(postgres.query, { ...times, waits: true }),
      gate: openGate(),
    },
    {
      onStatement: ({ kind, items, durationMs }) => {
        const tally = tallies.get(kind) ?? { statements: 0, items: 0, durationMs: 0 };
        tallies.set(kind, tally);
        tally.statements += 1;
        tally.items += items;
        tally.durationMs += durationMs;
      },
      onUnconfirmed: () => undefined,
    },
  );

  const startedAtMs = performance.now();
  const endAtMs = startedAtMs + seconds * 1_000;
  const cpuBefore = process.cpuUsage();
  let settled = 0;
  const settleRepeatedly = async (): Promise<void> => {
    while (performance.now() < endAtMs) {
      const context = rootContext(10_000);
      const holdId = newHoldId();
      await holds.hold.submit(
        {
          account_id: accountId,
          hold_micros: '1000',
          hold_id: holdId,
          trace_id: 'be'.repeat(16),
          operation: 'get_data spot.price',
        },
        context,
      );
      const settlement = { hold_id: holdId, capture_micros: String(captureMicros), received: false };
      await holds.settle.submit(settlement, context);
      if (confirming) {
        await holds.confirm.submit({ delivered_hold_ids: [holdId], undelivered_hold_ids: [] }, context);
      }
      settled += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, settleRepeatedly));
  const tookSeconds = (performance.now() - startedAtMs) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);

  const perSecond = Math.round(settled / tookSeconds);
  const cpuMicros = ((cpu.user + cpu.system) / settled).toFixed(1);
  const calls = confirming ? 'a hold, a settlement and a confirmation' : 'a hold and a settlement';
  const measures = markdownTable(
    ['one account', 'value'],
    [
      ['calls in flight', inFlight],
      ['settlements per second', perSecond],
      ['required settlements per second', minPerSecond],
      [`CPU of the Node process for ${calls}, us`, cpuMicros],
    ],
  );
  const statementTable = markdownTable(
    ['statement', 'statements', 'items a statement', 'ms a statement'],
    [...tallies].map(([kind, { statements, items, durationMs }]) => [
      kind,
      statements,
      (items / statements).toFixed(0),
      (durationMs / statements).toFixed(1),
    ]),
  );
  console.log(`${measures}\n\n${statementTable}\n`);

  const problems = await database.sql('SELECT * FROM audit()');
  const [account] = await database.sql<{ balance: string }>('SELECT balance_micros AS balance FROM accounts', []);
  const passed = problems.length === 0 && account?.balance === String(creditMicros - settled * captureMicros);
  console.log(passed ? 'the ledger is exact to the micro-credit' : `the ledger is wrong: ${JSON.stringify(problems)}`);
  process.exitCode = passed ? 0 : 1;
} finally {
  await database.close();
}
