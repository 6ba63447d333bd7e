import type { ProviderPrint } from '../print.ts';
import { randomFrom, type SeededRandom } from './random.ts';

/** A simulated source of trades. */
export type PrintSource =
  | {
      readonly kind: 'venue';
      readonly name: string;
      readonly perSecond: number;
      /** Share (0 to 1) of its trades whose size is a round lot. Most venues have such trades. */
      readonly roundShare?: number;
      /**
       * Whether it trades a stock: sizes are whole numbers of shares, often the same, and prices differ by few ticks.
       */
      readonly isStock?: boolean;
    }
  | {
      readonly kind: 'relay';
      readonly name: string;
      /** Names of the sources whose trades it relays. */
      readonly of: readonly string[];
      /** Share (0 to 1) of their trades that it relays. */
      readonly share: number;
      readonly delayMs: number;
      readonly jitterMs?: number;
      /** Number of own trades a second, in addition to the relayed ones. */
      readonly ownPerSecond?: number;
      /** Whether its own trades are those of a stock. */
      readonly isStock?: boolean;
      /**
       * How it changes each relayed trade: adds a mark-up to the price, changes the size by up to 2 %, splits the trade
       * into two, or sums all trades of a second.
       */
      readonly changes?: 'markup' | 'sizes' | 'split' | 'sum_of_second';
      /** It relays only between these times, in milliseconds from the start. By default it always relays. */
      readonly between?: readonly [fromMs: number, untilMs: number];
    };

type Trade = { readonly t: number; readonly price: number; readonly size: string };

const startMs = 1_700_000_000_000;

/**
 * Returns a number of shares. A third of all trades are round lots, and a third are odd lots that traders use often.
 */
function sharesOf(random: SeededRandom): string {
  const kind = random.next();
  if (kind < 0.33) {
    return String(100 * (1 + Math.floor(3 * random.next() ** 2)));
  }
  return kind < 0.66
    ? String(5 * (1 + Math.floor(19 * random.next())))
    : String(1 + Math.floor(Math.exp(6.5 * random.next())));
}

type OwnTrades = { readonly perSecond: number; readonly roundShare?: number; readonly isStock?: boolean };

/** Returns a size with four to seven digits, or a round lot with probability `roundShare`. */
function sizeOf(random: SeededRandom, roundShare: number, isStock: boolean): string {
  if (isStock) {
    return sharesOf(random);
  }
  if (random.next() < roundShare) {
    return ['0.1', '0.5', '1', '0.01', '2', '0.25'][Math.floor(random.next() * 6)] ?? '1';
  }
  const digits = 4 + Math.floor(random.next() * 4);
  const size = Math.exp(-6 + 5 * random.next());
  return String(Number(size.toPrecision(digits)));
}

function venueTrades(
  random: SeededRandom,
  { perSecond, roundShare = 0.3, isStock = false }: OwnTrades,
  forMs: number,
): Trade[] {
  const trades: Trade[] = [];
  let price = (isStock ? 60 : 60_000) * (1 + 0.001 * random.next());
  // One order fills several resting orders at once, so trades come in bursts.
  for (let t = 0; t < forMs; t += random.waiting(1_500 / perSecond)) {
    price *= 1 + 0.00005 * (random.next() - 0.5);
    const parts = random.next() < 0.3 ? 2 + Math.floor(random.next() * 3) : 1;
    for (let part = 0; part < parts; part++) {
      trades.push({ t: t + part, price: Math.round(price * 100) / 100, size: sizeOf(random, roundShare, isStock) });
    }
  }
  return trades;
}

type Relay = Extract<PrintSource, { readonly kind: 'relay' }>;

function split(random: SeededRandom, trade: Trade): Trade[] {
  const part = Number((Number(trade.size) * (0.2 + 0.6 * random.next())).toFixed(8));
  const rest = Number((Number(trade.size) - part).toFixed(8));
  return [part, rest].map((size, index) => ({ ...trade, t: trade.t + 10 * index, size: String(size) }));
}

function sumsOfSeconds(trades: readonly Trade[]): Trade[] {
  const seconds = new Map<number, Trade[]>();
  for (const trade of trades) {
    const second = Math.floor(trade.t / 1_000);
    seconds.set(second, [...(seconds.get(second) ?? []), trade]);
  }
  return [...seconds].map(([second, parts]) => {
    const size = parts.reduce((sum, part) => sum + Number(part.size), 0);
    const price = parts.reduce((sum, part) => sum + part.price, 0) / parts.length;
    return { t: (second + 1) * 1_000, price, size: String(Number(size.toFixed(8))) };
  });
}

function changed(random: SeededRandom, { changes }: Relay, trades: readonly Trade[]): readonly Trade[] {
  if (changes === 'sum_of_second') {
    return sumsOfSeconds(trades);
  }
  if (changes === 'split') {
    return trades.flatMap((trade) => split(random, trade));
  }
  return trades.map((trade) => ({
    ...trade,
    price: changes === 'markup' ? trade.price * 1.001 : trade.price,
    size: changes === 'sizes' ? (Number(trade.size) * (0.98 + 0.018 * random.next())).toFixed(8) : trade.size,
  }));
}

function relayTrades(
  random: SeededRandom,
  relay: Relay,
  known: ReadonlyMap<string, readonly Trade[]>,
  forMs: number,
): Trade[] {
  const [fromMs, untilMs] = relay.between ?? [0, forMs];
  const copied = relay.of
    .flatMap((name) => known.get(name) ?? [])
    .filter(({ t }) => random.next() < relay.share && t >= fromMs && t < untilMs)
    .toSorted((a, b) => a.t - b.t);
  const late = changed(random, relay, copied).map((trade) => ({
    ...trade,
    t: trade.t + relay.delayMs + (relay.jitterMs ?? 0) * random.next(),
  }));
  const own =
    relay.ownPerSecond === undefined
      ? []
      : venueTrades(random, { perSecond: relay.ownPerSecond, isStock: relay.isStock ?? false }, forMs);
  return [...late, ...own].filter(({ t }) => t < forMs).toSorted((a, b) => a.t - b.t);
}

/**
 * Returns the trades of simulated sources in the order in which they arrive. A relay must come after its sources in the
 * list.
 *
 * @param forMs duration of the simulation, in milliseconds.
 */
export function printWorld(seed: number, sources: readonly PrintSource[], forMs: number): ProviderPrint[] {
  const known = new Map<string, readonly Trade[]>();
  for (const [index, source] of sources.entries()) {
    const random = randomFrom(seed * 1_000 + index);
    const trades =
      source.kind === 'venue' ? venueTrades(random, source, forMs) : relayTrades(random, source, known, forMs);
    known.set(source.name, trades);
  }
  const random = randomFrom(seed * 1_000 + 999);
  return [...known]
    .flatMap(([provider, trades]) =>
      trades.map(({ t, price, size }, index) => ({
        t: startMs + t + 20 + 100 * random.next(),
        provider,
        key: 'spot.price:BTC',
        price: price.toFixed(2),
        size,
        at: Math.round(startMs + t),
        id: `${provider}-${index}`,
        completeSinceMs: startMs,
      })),
    )
    .toSorted((a, b) => a.t - b.t);
}
