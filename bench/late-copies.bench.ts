import { evidence } from '@assay/independence/verdicts/explain';
import { createState } from '@assay/independence/create-state';
import { observe } from '@assay/independence/observe';
import type { IndependenceState } from '@assay/independence/state';
import { createMarket, type Market } from '../services/sandbox/src/market/market.ts';
import { paces } from '../services/engine/src/monitoring/open-measurement.ts';
import { streamSeed, uniform } from '../services/sandbox/src/market/random.ts';
import { drawCopies, shownPrice, type Book, type PlantedCopy } from './planted-copies.ts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';

/**
 * Measures how soon the measurement proves pairs of the sandbox's providers independent, at the pace of a sandbox. It
 * also counts how many delayed copies of venues it wrongly calls independent. Each simulated world has three such
 * copies.
 * Usage: node --conditions=@assay/source bench/late-copies.bench.ts [worlds] [seconds]
 */
const worlds = Number(process.argv[2] ?? 12);
const seconds = Number(process.argv[3] ?? 240);
const copiesPerWorld = 3;
const judgedEveryMs = 1_000;
/** Maximum lateness of the simulated sampler's timer, in milliseconds. */
const maxJitterMs = 10;
const startMs = 1_700_000_000_000;
const dayMs = 86_400_000;
const never = Number.POSITIVE_INFINITY;

const dollarBooks: readonly Book[] = [
  ['coinbase', 'USD'],
  ['kraken', 'USD'],
  ['bitstamp', 'USD'],
  ['gemini', 'USD'],
  ['pyth', 'USD'],
  ['coingecko', 'USD'],
  ['coinpaprika', 'USD'],
];
const tetherBooks: readonly Book[] = [
  ['binance', 'USDT'],
  ['okx', 'USDT'],
  ['bybit', 'USDT'],
];
const keys = [
  { key: 'spot.price:BTC', base: 'BTC', books: [...dollarBooks, ...tetherBooks] },
  { key: 'token.price:SOL', base: 'SOL', books: [...dollarBooks, ['jupiter', 'USD'] as const] },
] as const;
/**
 * Providers that repeat the prices of others. A proof that one of them is independent of a venue is neither counted nor
 * an error.
 */
const related = ['coingecko', 'coinpaprika', 'jupiter'];

type World = { readonly market: Market; readonly base: string; readonly books: readonly Book[] };

function observeRound(state: IndependenceState, world: World, copies: readonly PlantedCopy[], t: number): void {
  const take = (provider: string, value: string | undefined, asOf: number | null): void => {
    if (value !== undefined) {
      observe(state, { t, provider, key: state.key, value, asOf, latencyMs: 0, ok: true });
    }
  };
  for (const [provider, quote] of world.books) {
    const ticker = world.market.at(provider, world.base, quote, t);
    take(provider, ticker?.price, ticker?.atMs ?? null);
  }
  copies.forEach((copy) => take(copy.name, shownPrice(world.market, copy, world.base, t), null));
}

/**
 * Returns the pairs that the measurement calls independent at some time, each with the number of seconds until it first
 * did so.
 */
function firstProofs(key: string, world: World, copies: readonly PlantedCopy[], fromMs: number): Map<string, number> {
  const { burstMs, burstForMs, calmMs, minRowMs } = paces.sandbox;
  const state = createState(key, undefined, minRowMs);
  const names = [...world.books.map(([provider]) => provider), ...copies.map(({ name }) => name)];
  const pairs = names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const));
  const proofs = new Map<string, number>();
  let judgedMs = fromMs;
  const jitter = streamSeed(key, 'rounds');
  const nextRound = (t: number): number =>
    t + (t - fromMs < burstForMs ? burstMs : calmMs) + Math.floor(maxJitterMs * uniform(jitter, t));
  for (let t = fromMs; t < fromMs + 1_000 * seconds; t = nextRound(t)) {
    observeRound(state, world, copies, t);
    if (t < judgedMs + judgedEveryMs) {
      continue;
    }
    judgedMs = t;
    for (const [a, b] of pairs) {
      if (!proofs.has(`${a} ${b}`) && evidence(state, a, b).verdict === 'independent') {
        proofs.set(`${a} ${b}`, (t - fromMs) / 1_000);
      }
    }
  }
  return proofs;
}

/** The columns of the table. Each is a quantile, over all simulated worlds and keys, of the seconds until a proof. */
const columns = [
  ['minimum', 0],
  ['first quartile', 0.25],
  ['median', 0.5],
  ['third quartile', 0.75],
  ['maximum', 1],
] as const;

function secondsText(seconds: number): string {
  return seconds === never ? 'not proven' : seconds.toFixed(0);
}

const times: Record<'first' | 'fifth' | 'tenth', number[]> = { first: [], fifth: [], tenth: [] };
const wrong: string[] = [];
let planted = 0;
for (let index = 0; index < worlds; index += 1) {
  const market = createMarket(`world ${index}`);
  const copies = drawCopies(`world ${index}`, copiesPerWorld);
  for (const { key, base, books } of keys) {
    const proofs = firstProofs(key, { market, base, books }, copies, startMs + index * dayMs);
    const ofVenues = [...proofs].filter(([pair]) => ![...related, 'copy-'].some((name) => pair.includes(name)));
    const sorted = ofVenues.map(([, after]) => after).toSorted((a, b) => a - b);
    times.first.push(sorted[0] ?? never);
    times.fifth.push(sorted[4] ?? never);
    times.tenth.push(sorted[9] ?? never);
    planted += copies.length;
    for (const copy of copies) {
      const after = proofs.get(`${copy.upstream[0]} ${copy.name}`);
      if (after !== undefined) {
        wrong.push(`${key} after ${after.toFixed(0)} s: ${JSON.stringify(copy)}`);
      }
    }
  }
}
const table = markdownTable(
  ['proof', ...columns.map(([name]) => `${name}, s`)],
  Object.entries(times).map(([name, values]) => [
    name,
    ...columns.map(([, share]) => secondsText(quantile(values, share))),
  ]),
);
process.stdout.write(
  `${worlds} worlds of ${seconds} s, with ${keys.length} keys each\n\n${table}\n\n` +
    `${wrong.length} of ${planted} late copies called independent of their upstream\n${wrong.map((line) => `  ${line}\n`).join('')}`,
);
