import { addProvider, indexAt, providerOf, valueAt, type ShownSeries, type SimulatedWorld } from './trace-world.ts';

/** A provider that shows values of two others in turn. */
export type MixtureOptions = {
  readonly part: string;
  readonly rest: string;
  /** Share of the slots (0 to 1) in which the part is shown, spread evenly. */
  readonly share: number;
  readonly slotSeconds: number;
  readonly delaySeconds: number;
};

/** Adds a provider that shows one upstream in a share of random slots, and another one in all others. */
export function addMixture(world: SimulatedWorld, name: string, options: MixtureOptions): void {
  const [part, rest] = [providerOf(world, options.part), providerOf(world, options.rest)];
  const slots = Math.ceil(world.seconds / options.slotSeconds);
  // Slots of the part are spread evenly, so that every stretch of time has its share of them.
  const isPart = Array.from(
    { length: slots },
    (_, slot) => Math.floor((slot + 1) * options.share) > Math.floor(slot * options.share),
  );
  const of = (time: number): ShownSeries =>
    isPart[Math.min(slots - 1, Math.floor(time / options.slotSeconds))] === true ? part.series : rest.series;
  addShown(world, name, part.decimals, (time) => valueAt(of(time), time - options.delaySeconds));
}

/** How an aggregate is made of the values that its parts show. */
export type AggregateKind = 'mean' | 'median' | 'smoothed' | 'mean over 60 s';

/** Adds an aggregate of several providers, refreshed every two seconds. A smoothed one forgets half within ten. */
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
  let level = mean(now(0));
  addShown(world, name, decimals, (time) => {
    switch (kind) {
      case 'mean':
        return mean(now(time));
      case 'median':
        return now(time)[parts.length >> 1] ?? Number.NaN;
      case 'smoothed':
        return (level += (mean(now(time)) - level) * (1 - 0.5 ** 0.2));
      case 'mean over 60 s':
        return mean(
          all.flatMap(({ series }) =>
            series.values.slice(indexAt(series.times, time - 60), indexAt(series.times, time) + 1),
          ),
        );
    }
  });
}

const refreshSeconds = 2;

function addShown(world: SimulatedWorld, name: string, decimals: number, valueOf: (time: number) => number): void {
  const times = Array.from({ length: Math.floor(world.seconds / refreshSeconds) }, (_, step) => step * refreshSeconds);
  const values = times.map((time) => Number(valueOf(time).toFixed(decimals)));
  addProvider(world, name, { times, values, stamps: times }, decimals, { outages: [] });
}
