import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { pause } from '@assay/service/clock';
import { startStack } from '@assay/stack/stack';

/**
 * Measures how long a new system of the sandbox needs for its first proofs of independence. Each run starts with an empty
 * data directory.
 *
 * Usage: node --conditions=@assay/source --import tsx bench/first-proofs.bench.ts [runs] [seconds of each run]
 */
const runs = Number(process.argv[2] ?? 3);
const maxMs = 1_000 * Number(process.argv[3] ?? 120);
const lookEveryMs = 200;
const timeoutMs = 5_000;
const shownProofs = [1, 2, 5, 10, 20];

/** When each type's proofs were seen, in order, and when no type was being measured any more. */
type Seen = { readonly proofs: Map<string, number[]>; measuredMs: number | undefined };

function connectTo(address: string, adminToken: string) {
  return connect(services.engine, address, { adminToken });
}

/** Notes the pairs that are proven now and were not before. */
async function look(
  { methods }: ReturnType<typeof connectTo>,
  seen: Seen,
  known: Set<string>,
  startedMs: number,
): Promise<void> {
  const { types } = await methods.GetIndependence({ type: '' }, rootContext(timeoutMs));
  const nowMs = performance.now() - startedMs;
  for (const { type, keys } of types) {
    const proven = keys.flatMap(({ key, pairs }) =>
      pairs.filter(({ verdict }) => verdict === 'independent').map((pair) => `${key} ${pair.one} ${pair.other}`),
    );
    const fresh = proven.filter((name) => !known.has(name));
    fresh.forEach((name) => known.add(name));
    seen.proofs.set(type, [...(seen.proofs.get(type) ?? []), ...fresh.map(() => nowMs)]);
  }
  const listed = await methods.ListTypes({}, rootContext(timeoutMs));
  seen.measuredMs ??= listed.types.some(({ measuring }) => measuring) ? undefined : nowMs;
}

const secondsOf = (ms: number | undefined): string => (ms === undefined ? 'never' : `${(ms / 1_000).toFixed(1)} s`);

async function run(dataDir: string): Promise<string> {
  const startedMs = performance.now();
  const stack = await startStack({ dataDir, quiet: true });
  const readyMs = performance.now() - startedMs;
  const engine = connectTo(stack.engineAddress, stack.adminToken);
  const seen: Seen = { proofs: new Map(), measuredMs: undefined };
  const known = new Set<string>();
  try {
    while (performance.now() - startedMs < maxMs) {
      await look(engine, seen, known, startedMs);
      await pause(lookEveryMs);
    }
  } finally {
    engine.close();
    await stack.stop();
  }
  const types = [...seen.proofs].map(([type, atMs]) => {
    const shown = shownProofs.map((count) => `${count}: ${secondsOf(atMs[count - 1])}`).join(', ');
    return `${type} ${shown}, ${atMs.length} in all`;
  });
  return `ready ${secondsOf(readyMs)}; catalog measured ${secondsOf(seen.measuredMs)}; proofs of ${types.join('; ')}`;
}

for (let count = 1; count <= runs; count += 1) {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-first-proofs-'));
  try {
    process.stdout.write(`run ${count}: ${await run(dataDir)}\n`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
