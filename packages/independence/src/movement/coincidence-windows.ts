import { divergence } from '../generation-counters.ts';
import { coincidenceRule } from '../constants/coincidence.ts';
import type { ProviderMemory } from '../state.ts';

/** Returns half the width of the smallest window in coarse ticks. It ends just before the neighbouring tick. */
export function smallestWindow(a: number, b: number): number {
  const ratio = Math.min(a, b) / Math.max(a, b);
  return 0.5 - 0.05 * Math.min(1, ratio * 10);
}

/** Returns how many coarse ticks a relative difference of 1 is for this pair at this price. */
export function ticksPerUnit(a: ProviderMemory, b: ProviderMemory, value: number): number {
  return Math.abs(value) / Math.max(a.tick, b.tick);
}

/** Widths of the windows as powers of three. */
export const windowWidths = Float64Array.from({ length: 12 }, (_, size) => 3 ** size);

/**
 * Returns the smallest window that holds a distance, in windows of which the first is 1 wide, or -1. The search starts
 * at the widest window, where nearly all distances lie.
 */
export function windowOf(distance: number, last: number): number {
  if (!(distance <= (windowWidths[last] ?? 0))) {
    return -1;
  }
  let size = last;
  while (size > 0 && distance <= (windowWidths[size - 1] ?? 0)) {
    size--;
  }
  return size;
}

/** The windows that may be scored, in coarse ticks, and the share of hits that chance explains. */
export type WindowOptions = {
  readonly smallest: number;
  readonly widest: number;
  /** The smallest flank. Both providers' own values have been seen this close together. */
  readonly minFlank: number;
  readonly exactShare: number;
  /** The share of each window in which a provider of the pair repeats itself. */
  readonly ownShares: Float64Array;
  /** Scale of the distance between unrelated simultaneous readings, in coarse ticks; infinite where it is flat. */
  readonly scale: number;
};

/** Own shares of a pair about which nothing is known. */
export const noOwnShares = new Float64Array(coincidenceRule.windowsPerAgeClass[0] + 1);

/** Returns the windows in which two providers may be compared, by their steps and ticks. */
export function windowOptions(
  a: ProviderMemory,
  b: ProviderMemory,
  exactShare: number,
  relativeScale: number = Infinity,
): WindowOptions {
  const perUnit = ticksPerUnit(a, b, a.lastNumber);
  const step = Math.min(a.slowStep, b.slowStep) * perUnit;
  return {
    smallest: smallestWindow(a.tick, b.tick),
    widest: step * coincidenceRule.maxWidthOfStep,
    minFlank: Math.max(a.finestGap, b.finestGap) / Math.max(a.tick, b.tick),
    exactShare,
    scale: relativeScale * perUnit,
    ownShares: noOwnShares,
  };
}

/**
 * Returns the share of a window in one `times` as wide when distances between unrelated readings are Laplace
 * distributed: P(|d| <= w) = 1 - exp(-w / scale). An infinite scale means flat distances and gives 1 / times.
 */
export function peakedShare(width: number, times: number, scale: number): number {
  const u = width / scale;
  return u < 1e-6 ? 1 / times : Math.expm1(-u) / Math.expm1(-times * u);
}

/**
 * Returns the best evidence over windows of growing size, without the price of the search.
 * @param events new values that were compared. A leader that bounces between close values is met many times by one new
 * value, which is one event all the same.
 */
export function bestWindow(
  counts: { readonly length: number; readonly [size: number]: number },
  options: WindowOptions,
  events: number,
): { readonly nats: number; readonly hits: number } {
  let best = { nats: 0, hits: 0 };
  let inside = 0;
  let width = options.smallest;
  for (let size = 0; size + 1 < counts.length; size++, width *= 3) {
    inside += counts[size] ?? 0;
    if (size > 0 && width > options.widest) {
      break;
    }
    if (3 * width < options.minFlank) {
      continue;
    }
    if (inside < coincidenceRule.minHits) {
      continue;
    }
    const near = inside + (counts[size + 1] ?? 0);
    if (inside / near < coincidenceRule.minShare) {
      continue;
    }
    const wide = width > options.widest / 2 ? coincidenceRule.expectedShareWidest : coincidenceRule.expectedShareWide;
    const peaked = peakedShare(width, 3, options.scale);
    const ownShare = options.ownShares[size] ?? 0;
    const own = ownShare < coincidenceRule.clusteredShare ? ownShare : ownShare + coincidenceRule.clusteredMargin;
    const expected = Math.min(0.97, Math.max(options.exactShare, peaked, own, size === 0 ? 0 : wide));
    if (inside / near <= expected) {
      continue;
    }
    let nats = coincidenceRule.eventCredit * Math.min(near, events) * divergence(inside / near, expected);
    // Nine times the window estimates the background better where the peak is flat that far.
    if (size + 2 < counts.length && 3 * width <= options.widest) {
      const far = near + (counts[size + 2] ?? 0);
      const farther = peakedShare(width, 9, options.scale);
      const chance = Math.max(expected * expected * coincidenceRule.farFlankExcess, farther);
      if (inside / far > chance) {
        const counted = coincidenceRule.eventCredit * Math.min(far, events);
        nats = Math.max(nats, counted * divergence(inside / far, chance));
      }
    }
    // Hits beyond those of chance count as repeats.
    const flat = Math.max(options.exactShare, size === 0 ? 0 : wide);
    const repeats = inside - (flat / (1 - flat)) * (near - inside);
    if (nats > best.nats) {
      best = { nats, hits: repeats };
    }
  }
  return best;
}
