import { addProvider, indexAt, providerOf, valueAt, type ShownSeries, type SimulatedWorld } from './trace-world.ts';

/** A provider that shows the values of two upstreams in turn. */
export type MixtureOptions = {
  readonly part: string;
  readonly rest: string;
  /** Share (0 to 1) of the time slots in which it shows `part`. These slots are spread evenly. */
  readonly share: number;
  readonly slotSeconds: number;
  readonly delaySeconds: number;
};

/** Adds a provider that shows one upstream in a share of the time slots, and another upstream in all other slots. */
export function addMixture(world: SimulatedWorld, name: string, options: MixtureOptions): void {
  const [part, rest] = [providerOf(world, options.part), providerOf(world, options.rest)];
  const slots = Math.ceil(world.seconds / options.slotSeconds);
  // The slots in which it shows the part are spread evenly, so that every stretch of time has its share of them.
  const isPart = Array.from(
    { length: slots },
    (_, slot) => Math.floor((slot + 1) * options.share) > Math.floor(slot * options.share),
  );
  const of = (time: number): ShownSeries =>
    isPart[Math.min(slots - 1, Math.floor(time / options.slotSeconds))] === true ? part.series : rest.series;
  addShown(world, name, part.decimals, (time) => valueAt(of(time), time - options.delaySeconds));
}

/** How an aggregate is computed from the values of its parts. */
export type AggregateKind =
  | 'mean'
  | 'median'
  | 'smoothed'
  | 'mean over 60 s'
  /** The value of the part that changed last, as on a consolidated tape. */
  | 'latest'
  /** The middle between the smallest and the largest value. */
  | 'middle'
  /** A mean with the weights 3, 2, 1, ... in the order of the parts. */
  | 'weighted mean'
  /** The mean, refreshed only when it has moved by two basis points, as some oracles do. */
  | 'deviation';

/**
 * Adds an aggregate of several providers that is refreshed every two seconds. A smoothed aggregate forgets half of its
 * past within ten seconds.
 */
export function addAggregateOf(
  world: SimulatedWorld,
  name: string,
  kind: AggregateKind,
  parts: readonly string[],
): void {
  const all = parts.map((part) => providerOf(world, part));
  const decimals = Math.max(...all.map((part) => part.decimals)) + (kind === 'median' ? 0 : 1);
  const now = (time: number): number[] => all.map((part) => valueAt(part.series, time)).toSorted((a, b) => a - b);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const latest = (time: number): ShownSeries =>
    all
      .map(({ series }) => series)
      .reduce((last, series) => (changedAt(series, time) > changedAt(last, time) ? series : last));
  let level = mean(now(0));
  addShown(world, name, decimals, (time) => {
    switch (kind) {
      case 'mean':
        return mean(now(time));
      case 'median':
        return now(time)[parts.length >> 1] ?? Number.NaN;
      case 'smoothed':
        return (level += (mean(now(time)) - level) * (1 - 0.5 ** 0.2));
      case 'latest':
        return valueAt(latest(time), time);
      case 'middle': {
        const values = now(time);
        return mean([values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN]);
      }
      case 'weighted mean':
        return mean(
          all.flatMap(({ series }, place) => Array.from({ length: all.length - place }, () => valueAt(series, time))),
        );
      case 'deviation': {
        const present = mean(now(time));
        return (level = Math.abs(present / level - 1) >= 2e-4 ? present : level);
      }
      case 'mean over 60 s':
        return mean(
          all.flatMap(({ series }) =>
            series.values.slice(indexAt(series.times, time - 60), indexAt(series.times, time) + 1),
          ),
        );
    }
  });
}

/** Returns when a series last changed before a time, in seconds. */
const changedAt = (series: ShownSeries, time: number): number => series.times[indexAt(series.times, time)] ?? 0;

const refreshSeconds = 2;

function addShown(world: SimulatedWorld, name: string, decimals: number, valueOf: (time: number) => number): void {
  const times = Array.from({ length: Math.floor(world.seconds / refreshSeconds) }, (_, step) => step * refreshSeconds);
  const values = times.map((time) => Number(valueOf(time).toFixed(decimals)));
  addProvider(world, name, { times, values, stamps: times }, decimals, { outages: [] });
}
