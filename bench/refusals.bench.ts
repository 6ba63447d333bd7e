import autocannon from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@assay/identifiers/api-key';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { cpuMicros } from './cpu.ts';
import { markdownTable } from './markdown-table.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Compares the CPU time of refused requests with that of a delivery. Refusals must be cheap, because a caller can send them
 * without a limit. Run with: node --conditions=@assay/source bench/refusals.bench.ts [seconds].
 */
const seconds = Number(process.argv[2] ?? 6);
const warmUpSeconds = 4;
const connections = 64;
const creditMicros = 1_000_000_000_000n;
const measuredProcesses = ['gateway', 'engine', 'billing', 'postgres', 'nats'];

type Variant = {
  readonly name: string;
  readonly statuses: readonly number[];
  /** Maximum cost of a refusal, as a share of the cost of a delivery. Absent for the delivery itself. */
  readonly aim?: number;
  readonly nextKey: () => string;
};
type Measured = Variant & { readonly requests: number; readonly others: number; readonly micros: number };

const body = JSON.stringify({ type: 'funding.rate', params: { symbol: 'BTC', venue: 'okx' } });

async function send(stack: Stack, variant: Variant, forSeconds: number): Promise<Measured> {
  const processes = Object.fromEntries(measuredProcesses.map((name) => [name, stack.pids[name] ?? 0]));
  const before = cpuMicros(processes);
  const result = await autocannon({
    url: `${stack.gatewayUrl}/v1/get_data`,
    connections,
    duration: forSeconds,
    requests: [
      {
        method: 'POST',
        body,
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${variant.nextKey()}` },
        }),
      },
    ],
  });
  const after = cpuMicros(processes);
  const counts = Object.entries(result.statusCodeStats ?? {}).map(([status, stats]) => [Number(status), stats.count]);
  const total = (wanted: boolean): number =>
    counts.reduce(
      (sum, [status = 0, count = 0]) => (variant.statuses.includes(status) === wanted ? sum + count : sum),
      0,
    );
  const usedMicros = measuredProcesses.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);
  return { ...variant, requests: total(true), others: total(false), micros: usedMicros / Math.max(1, total(true)) };
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const stack = await startStack({
  dataDir,
  sources: 'sandbox',
  restart: false,
  quiet: true,
  environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn' },
});
try {
  const paying = (await createAccount(stack, { creditMicros })).key;
  const limited = (await createAccount(stack, { creditMicros, rateLimitPerMinute: 1 })).key;
  const variants: readonly Variant[] = [
    { name: 'a delivery', statuses: [200], nextKey: () => paying },
    { name: 'a key over its limit', statuses: [429], aim: 0.15, nextKey: () => limited },
    { name: 'unknown keys, a different one each time', statuses: [401, 429], aim: 0.2, nextKey: generateApiKey },
    { name: 'a misspelt key', statuses: [401], nextKey: () => `${paying.slice(0, -1)}_` },
  ];
  const measurements: Measured[] = [];
  for (const variant of variants) {
    await send(stack, variant, warmUpSeconds);
    measurements.push(await send(stack, variant, seconds));
  }
  const delivery = measurements[0]?.micros ?? 1;
  const table = markdownTable(
    ['request', 'answers', 'other answers', 'CPU us', 'x delivery', 'limit'],
    measurements.map(({ name, requests, others, micros, aim }) => [
      name,
      requests,
      others,
      micros.toFixed(0),
      (micros / delivery).toFixed(2),
      aim ?? '',
    ]),
  );
  writeSection(
    'The cost of a refusal',
    `${measurementNote('bench/refusals.bench.ts')} Each row is a load of ${seconds} s over ${connections} connections, after
${warmUpSeconds} s of warm-up. CPU includes the gateway, the engine, billing, PostgreSQL and NATS. The cost of a refusal should be
far below that of a delivery, so that a flood of refused requests does no harm.\n\n${table}\n
For each address of a caller, the gateway looks up at most ten unknown keys per second in the database. It refuses most
unknown keys without a look-up.`,
  );
  process.stdout.write(`${table}\n`);
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
