import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { markdownTable } from './markdown-table.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Measures how long a new sandbox system takes to prove the first providers independent. It also measures the time
 * until `spot.price` reaches the level `consensus` and `token.price` the level `anchored`. Each run starts with an
 * empty data directory. Times count from the start of the first process; `ready` is the time at which the system
 * accepts calls.
 * Usage: node --conditions=@assay/source bench/first-proofs.bench.ts [runs] [seconds of each run]
 */
const runs = Number(process.argv[2] ?? 3);
const maxMs = 1_000 * Number(process.argv[3] ?? 120);
const lookEveryMs = 200;
const timeoutMs = 5_000;
const shownProofs = [1, 5, 10, 20];

/** The questions to ask, each with the level that its answer should reach. */
const askedQuestions = [
  { type: 'spot.price', params: { symbol: 'BTC-USD' }, level: 'consensus' },
  { type: 'token.price', params: { token: 'BTC' }, level: 'anchored' },
] as const;

/**
 * The times of one run, in milliseconds: when each type's pairs were proven independent, when each level was reached,
 * and when the engine stopped measuring.
 */
type Seen = {
  readonly proofs: Map<string, number[]>;
  readonly levels: Map<string, number>;
  measuredMs: number | undefined;
};

function connectTo(address: string, adminToken: string) {
  return connect(services.engine, address, { adminToken });
}

/** Records the pairs of providers that have been proven independent since the last call. */
async function look(
  { methods }: ReturnType<typeof connectTo>,
  seen: Seen,
  provenPairs: Set<string>,
  startedMs: number,
): Promise<void> {
  const { types } = await methods.GetIndependence({ type: '' }, rootContext(timeoutMs));
  const nowMs = performance.now() - startedMs;
  for (const { type, keys } of types) {
    const proven = keys.flatMap(({ key, pairs }) =>
      pairs.filter(({ verdict }) => verdict === 'independent').map((pair) => `${key} ${pair.one} ${pair.other}`),
    );
    const fresh = proven.filter((name) => !provenPairs.has(name));
    fresh.forEach((name) => provenPairs.add(name));
    seen.proofs.set(type, [...(seen.proofs.get(type) ?? []), ...fresh.map(() => nowMs)]);
  }
  const listed = await methods.ListTypes({}, rootContext(timeoutMs));
  seen.measuredMs ??= listed.types.some(({ measuring }) => measuring) ? undefined : nowMs;
}

/** Asks each question that has not reached its level yet, and records the levels that are reached now. */
async function ask({ gatewayUrl }: Stack, key: string, seen: Seen, startedMs: number): Promise<void> {
  for (const { type, params, level } of askedQuestions) {
    const name = `${type} ${level}`;
    if (seen.levels.has(name)) {
      continue;
    }
    const response = await fetch(`${gatewayUrl}/v1/get_data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type, params }),
    });
    const body = (await response.json()) as { readonly verification?: { readonly level?: string } };
    if (body.verification?.level === level) {
      seen.levels.set(name, performance.now() - startedMs);
    }
  }
}

const secondsOf = (ms: number | undefined): string => (ms === undefined ? 'not in this run' : (ms / 1_000).toFixed(1));

/** The rows of one run: its row in the table of runs, and its rows in the table of proofs. */
type RunRows = { readonly run: readonly string[]; readonly proofs: readonly (readonly string[])[] };

async function run(name: string, dataDir: string): Promise<RunRows> {
  const startedMs = performance.now();
  const stack = await startStack({ dataDir, quiet: true });
  const readyMs = performance.now() - startedMs;
  const engine = connectTo(stack.engineAddress, stack.adminToken);
  const timesSeen: Seen = { proofs: new Map(), levels: new Map(), measuredMs: undefined };
  const { key } = await createAccount(stack, { creditMicros: 1_000_000_000_000n });
  const provenPairs = new Set<string>();
  try {
    while (performance.now() - startedMs < maxMs) {
      await look(engine, timesSeen, provenPairs, startedMs);
      await ask(stack, key, timesSeen, startedMs);
      await pause(lookEveryMs);
    }
  } finally {
    engine.close();
    await stack.stop();
  }
  const levels = askedQuestions.map(({ type, level }) => secondsOf(timesSeen.levels.get(`${type} ${level}`)));
  return {
    run: [name, secondsOf(readyMs), ...levels, secondsOf(timesSeen.measuredMs)],
    proofs: [...timesSeen.proofs].map(([type, atMs]) => [
      name,
      type,
      ...shownProofs.map((count) => secondsOf(atMs[count - 1])),
      String(atMs.length),
    ]),
  };
}

const results: RunRows[] = [];
for (let count = 1; count <= runs; count += 1) {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-first-proofs-'));
  try {
    results.push(await run(String(count), dataDir));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
const levelNames = askedQuestions.map(({ type, level }) => `\`${type}\` reached ${level}, s`);
const runTable = markdownTable(
  ['run', 'ready, s', ...levelNames, 'all types measured, s'],
  results.map((each) => each.run),
);
const proofTable = markdownTable(
  ['run', 'type', ...shownProofs.map((count) => `proof ${count}, s`), 'proofs in all'],
  results.flatMap((each) => each.proofs),
);
writeSection(
  'First proofs after a cold start',
  `${measurementNote('bench/first-proofs.bench.ts')} Times count from the start of the first process. Each run starts with an empty
data directory and takes ${maxMs / 1_000} s.\n\n${runTable}\n\n${proofTable}`,
);
process.stdout.write(`${runTable}\n\n${proofTable}\n`);
