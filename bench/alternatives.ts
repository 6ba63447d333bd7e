import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startSkeleton, type Skeleton } from './skeletons.ts';
import { tokens, type Variant } from './variants.ts';

/**
 * A program that users would build or run instead of Assay. `leavesOut` lists the parts of Assay's work for a
 * `token.price` that the program does not do.
 */
export type Alternative = { readonly name: string; readonly leavesOut: string };

const ccxtMedian = 'express with ccxt: asks three venues, answers with the median';
const ccxtCached = 'express with ccxt: the same with a cache of a second';
const adapterFramework = "Chainlink's external-adapter framework: a cached price of one venue";

/** The alternatives, in the order of the rows in the report. */
export const alternatives: readonly Alternative[] = [
  {
    name: ccxtMedian,
    leavesOut:
      'key, limit, ledger, independence of the venues, reference, level, refusal, decision, trace; its own rate limit, which would let about one request a second through',
  },
  { name: ccxtCached, leavesOut: 'the same, and the age of the price' },
  {
    name: adapterFramework,
    leavesOut: 'key, limit, ledger, a second venue, reference, level, refusal, decision, trace; its metrics are off',
  },
];

/**
 * Starts the alternatives, after installing their packages. Each asks the sandbox of the measured system for the same
 * 16 tokens as Assay. The packages are not dependencies of Assay, so bench/peers has its own lock file.
 */
export async function startAlternatives(
  sandboxUrl: string,
): Promise<{ readonly variants: readonly Variant[]; readonly started: readonly Skeleton[] }> {
  installPeers();
  const bases = tokens.map(({ params }) => String(params['token']));
  const environment = { BENCH_SANDBOX_URL: sandboxUrl, BENCH_BASES: bases.join(',') };
  const median = await startSkeleton('ccxt-median', { ...environment, BENCH_CACHE_MS: '0' });
  const cached = await startSkeleton('ccxt-median', { ...environment, BENCH_CACHE_MS: '1000' });
  const adapter = await startSkeleton('external-adapter', environment);
  const priceBodies = tokens.map(({ params }) => JSON.stringify({ params }));
  const ccxtVariant = (name: string, { port, pid }: Skeleton): Variant => ({
    name,
    url: `http://127.0.0.1:${port}/price`,
    bodies: priceBodies,
    processes: { express: pid },
  });
  return {
    started: [median, cached, adapter],
    variants: [
      ccxtVariant(ccxtMedian, median),
      ccxtVariant(ccxtCached, cached),
      {
        name: adapterFramework,
        url: `http://127.0.0.1:${adapter.port}/`,
        bodies: bases.map((base) => JSON.stringify({ data: { base, quote: 'USD' } })),
        processes: { adapter: adapter.pid },
      },
    ],
  };
}

function installPeers(): void {
  const folder = fileURLToPath(new URL('peers', import.meta.url));
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    throw new Error(`could not install the packages of ${folder}`);
  }
}
