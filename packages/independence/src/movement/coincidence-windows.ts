import { divergence } from '../generation-counters.ts';
import { coincidenceRule } from '../constants/coincidence.ts';
import type { ProviderMemory } from '../state.ts';

/**
 * Returns half the width of the smallest window, in ticks of the provider with the coarser tick. It is a little under
 * half a tick, so that the neighbouring tick lies outside.
 *
 * @param a tick of one provider
 * @param b tick of the other provider
 */
export function smallestWindow(a: number, b: number): number {
  const ratio = Math.min(a, b) / Math.max(a, b);
  return 0.5 - 0.05 * Math.min(1, ratio * 10);
}

/** Returns how many ticks of the coarser provider a relative difference of 1 spans at this price. */
export function ticksPerUnit(a: ProviderMemory, b: ProviderMemory, value: number): number {
  return Math.abs(value) / Math.max(a.tick, b.tick);
}

/** Widths of the windows, relative to the smallest window: powers of three. */
export const windowWidths = Float64Array.from({ length: 12 }, (_, size) => 3 ** size);

/**
 * Returns the index of the smallest window that contains a distance, or -1. The distance is relative to the smallest
 * window. The search starts at the widest window, because most distances lie there.
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

/**
 * The windows that may be scored, and the shares that chance explains. Widths are in coarse ticks: ticks of the
 * provider whose tick is coarser.
 */
export type WindowOptions = {
  readonly smallest: number;
  readonly widest: number;
  /**
   * Minimum width of a window's flank: the window three times as wide, with which it is compared. Each provider's own
   * values have been seen this close together. So a hidden step between its values is not coarser than the flank.
   */
  readonly minFlank: number;
  readonly exactShare: number;
  /** For each window, how often the providers of the pair repeat their own values, as a share (0 to 1). */
  readonly ownShares: Float64Array;
  /**
   * Scale, in coarse ticks, of the distance between simultaneous readings of unrelated providers. Infinite if all
   * distances are equally likely.
   */
  readonly scale: number;
};

/** The value of `ownShares` while nobody knows how often the providers repeat their own values. */
export const noOwnShares = new Float64Array(coincidenceRule.windowsPerAgeClass[0] + 1);

/**
 * Returns the windows in which two providers may be compared. They follow from the providers' usual steps and ticks.
 */
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
 * Returns which share of the distances within `times * width` lies within `width`. The distances of unrelated readings
 * follow a Laplace distribution: P(|d| <= w) = 1 - exp(-w / scale). With an infinite scale all distances are equally
 * likely, and the share is 1 / times.
 */
export function peakedShare(width: number, times: number, scale: number): number {
  const u = width / scale;
  return u < 1e-6 ? 1 / times : Math.expm1(-u) / Math.expm1(-times * u);
}

/**
 * Returns the best evidence over windows of growing size, before the deduction for the search.
 *
 * @param events number of new values that were compared. One new value may hit many values of a leader that bounces,
 * but it is one event.
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
    // A window nine times as wide gives a better estimate of chance if distances are about equally likely over that
    // width.
    if (size + 2 < counts.length && 3 * width <= options.widest) {
      const far = near + (counts[size + 2] ?? 0);
      const farther = peakedShare(width, 9, options.scale);
      const chance = Math.max(expected * expected * coincidenceRule.farFlankExcess, farther);
      if (inside / far > chance) {
        const counted = coincidenceRule.eventCredit * Math.min(far, events);
        nats = Math.max(nats, counted * divergence(inside / far, chance));
      }
    }
    // Only the hits that chance does not explain count as repeats.
    const flat = Math.max(options.exactShare, size === 0 ? 0 : wide);
    const repeats = inside - (flat / (1 - flat)) * (near - inside);
    if (nats > best.nats) {
      best = { nats, hits: repeats };
    }
  }
  return best;
}
