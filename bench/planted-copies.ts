import type { Market } from '../services/sandbox/src/market/market.ts';
import { gaussian, streamSeed, uniform } from '../services/sandbox/src/market/random.ts';

/** An order book of the sandbox's market: the provider, and the currency in which the book quotes prices. */
export type Book = readonly [provider: string, quote: string];

/** A provider that the simulation adds to a market: a delayed copy of a venue. */
export type PlantedCopy = {
  readonly name: string;
  readonly upstream: Book;
  readonly delayMs: number;
  /**
   * Interval at which the copy fetches its upstream's price, in milliseconds. 0 for a copy that always shows the
   * current delayed price.
   */
  readonly periodMs: number;
  readonly change: (typeof changes)[number];
};

const delaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const periodsMs = [0, 300, 1_000, 2_500];
const changes = ['none', 'mark-up', 'noise', 'five digits'] as const;
const markup = 8e-4;
const noise = 0.2e-4;
const venues: readonly Book[] = [
  ['coinbase', 'USD'],
  ['kraken', 'USD'],
  ['bitstamp', 'USD'],
  ['gemini', 'USD'],
];

/** Returns random delayed copies of venues. The same seed gives the same copies. */
export function drawCopies(seed: string, count: number): readonly PlantedCopy[] {
  return Array.from({ length: count }, (_, index) => {
    const draws = streamSeed(seed, `copy ${index}`);
    const pick = <Item>(items: readonly Item[], place: number): Item =>
      items[Math.floor(uniform(draws, place) * items.length)] as Item;
    return {
      name: `copy-${index}`,
      upstream: pick(venues, 0),
      delayMs: pick(delaysMs, 1),
      periodMs: pick(periodsMs, 2),
      change: pick(changes, 3),
    };
  });
}

/** Returns the price that a copy shows at a time. Undefined when its upstream had no price then. */
export function shownPrice(market: Market, copy: PlantedCopy, base: string, atMs: number): string | undefined {
  const fetchedMs = copy.periodMs === 0 ? atMs : Math.floor(atMs / copy.periodMs) * copy.periodMs;
  const [provider, quote] = copy.upstream;
  const fetchedPrice = market.at(provider, base, quote, fetchedMs - copy.delayMs);
  if (fetchedPrice === undefined) {
    return undefined;
  }
  const decimals = fetchedPrice.price.split('.')[1]?.length ?? 0;
  switch (copy.change) {
    case 'none':
      return fetchedPrice.price;
    case 'mark-up':
      return (Number(fetchedPrice.price) * (1 + markup)).toFixed(decimals);
    case 'noise':
      return (
        Number(fetchedPrice.price) *
        (1 + noise * gaussian(streamSeed(copy.name, base), fetchedPrice.atMs))
      ).toFixed(decimals);
    case 'five digits':
      return Number(fetchedPrice.price).toPrecision(5);
  }
}
