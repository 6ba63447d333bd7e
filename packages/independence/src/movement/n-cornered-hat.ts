import type { ScaleOfPair } from './coincidence.ts';
import { cellAt, readCell, type CounterScope } from '../generation-counters.ts';
import { memoryLimits } from '../constants/memory.ts';
import { corneredHatRule, priceBands, type CorneredHatBand } from '../constants/n-cornered-hat.ts';
import { gridPlace, lagOf, meanAround } from './grid.ts';
import { median } from '../quantile.ts';
import { bandsOf, providerAt, type IndependenceState } from '../state.ts';

const filtered = new Float64Array(memoryLimits.maxProviders);
const flagged = new Uint8Array(memoryLimits.maxProviders);

/**
 * Returns how many rows must follow a row before a band can be computed for it. The rows of the slowest provider are
 * shifted by its lag, and the band needs all its rows from this provider too.
 */
function delayOf(band: CorneredHatBand): number {
  return band.trend + corneredHatRule.maxLagRows + 1;
}

function filter(state: IndependenceState, band: CorneredHatBand): boolean {
  const centre = state.grid.rows - 1 - delayOf(band);
  // Rows around a jump of the market are not used, because their differences show how late providers react instead of
  // their own noise.
  if (centre < band.trend || state.grid.jumpRow >= centre - band.trend) {
    return false;
  }
  for (const [index, provider] of state.providers.entries()) {
    const whole = Math.floor(provider.lagRows);
    const part = provider.lagRows - whole;
    const at = centre + whole;
    const complete = provider.firstRow >= 0 && provider.firstRow <= at - band.trend;
    const flag = complete ? cellAt(state.grid.flags, gridPlace(state, at, index)) : 0;
    flagged[index] = flag;
    if (flag === 0) {
      continue;
    }
    const around = (row: number): number =>
      meanAround(state, index, row, band.smooth) - meanAround(state, index, row, band.trend);
    filtered[index] = part === 0 ? around(at) : (1 - part) * around(at) + part * around(at + 1);
  }
  return true;
}

function addSample(array: Uint16Array | Float32Array, index: number, square: number): void {
  array[index] = cellAt(array, index) + square;
  array[index + 1] = cellAt(array, index + 1) + 1;
}

/** Adds the latest complete row to the variances of the differences, for all pairs and bands. */
export function recordDifferences(state: IndependenceState): void {
  const bands = bandsOf(state.family);
  const { capacity, providers, deviations } = state;
  const { current, width } = state.counters.corneredHat;
  for (const [bandIndex, band] of bands.entries()) {
    if (!filter(state, band)) {
      continue;
    }
    for (let a = 0; a < providers.length; a++) {
      if (flagged[a] === 0) {
        continue;
      }
      for (let b = a + 1; b < providers.length; b++) {
        if (flagged[b] === 0) {
          continue;
        }
        const pair = a * capacity + b;
        const size = Math.abs(cellAt(filtered, a) - cellAt(filtered, b));
        const known = cellAt(deviations, pair * bands.length + bandIndex);
        const cut = known === 0 ? size : Math.min(size, corneredHatRule.maxDeviations * known);
        deviations[pair * bands.length + bandIndex] =
          known === 0 ? size : known + (cut - known) * corneredHatRule.deviationMemory;
        // Relative differences are about 1e-4. They are counted in hundredths of a basis point, so that their squares
        // have a size that suits short floats.
        const square = state.family === 'price' ? cut * 1e6 * (cut * 1e6) : cut * cut;
        addSample(current, pair * width + bandIndex * 2, square);
      }
    }
  }
}

/**
 * Updates how many rows each provider is behind the median of all providers. Sums that were counted with the old lag
 * stay. They make the provider look noisier in all its pairs alike, which can hide a copy for a while but cannot create
 * a link.
 */
export function refreshLags(state: IndependenceState): void {
  if (state.family !== 'price' || state.providers.length < corneredHatRule.minGroups) {
    return;
  }
  for (const [index, provider] of state.providers.entries()) {
    const lag = lagOf(state, index);
    if (
      state.grid.rows - provider.firstRow < 60 ||
      Math.abs(lag - provider.lagRows) < corneredHatRule.minLagChangeRows
    ) {
      continue;
    }
    provider.lagRows = lag;
  }
}

/**
 * Returns the variance of a pair's difference in a band, and at least the variance of quantisation. Returns NaN if
 * there are too few samples.
 */
export function pairVariance(
  state: IndependenceState,
  a: number,
  b: number,
  band: number,
  scope: CounterScope,
): number {
  const row = Math.min(a, b) * state.capacity + Math.max(a, b);
  const samples = readCell(state.counters.corneredHat, row, band * 2 + 1, scope);
  if (samples < corneredHatRule.minSamples) {
    return Number.NaN;
  }
  const variance = readCell(state.counters.corneredHat, row, band * 2, scope) / samples;
  return state.family === 'price' ? Math.max(variance, quantisation(state, a, b)) : variance;
}

/**
 * Returns how much longer two providers disagree than pure noise would. It divides the variance of their smoothed
 * difference by the variance that noise without memory would have after smoothing. It is about 1 for a copy, and NaN
 * while too little is known.
 *
 * @param band index of the smoothing filter among the family's bands
 */
export function persistence(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): number {
  const filterOf = priceBands[band];
  if (filterOf === undefined) {
    return Number.NaN;
  }
  const kept = 2 * filterOf.smooth + 1;
  return (kept * pairVariance(state, a, b, band, scope)) / pairVariance(state, a, b, 0, scope);
}

/** Returns the number of rows of a band in which both providers answered. */
export function pairSamples(state: IndependenceState, a: number, b: number, band: number, scope: CounterScope): number {
  const row = Math.min(a, b) * state.capacity + Math.max(a, b);
  return readCell(state.counters.corneredHat, row, band * 2 + 1, scope);
}

function quantisation(state: IndependenceState, a: number, b: number): number {
  // Rounding to a whole number adds a variance of 1/12 to each height, and so 1/6 to the difference of two.
  if (state.family !== 'price') {
    return 1 / 6;
  }
  const square = (provider: { tick: number; lastNumber: number }): number =>
    provider.lastNumber === 0 ? 0 : ((provider.tick / provider.lastNumber) * 1e6) ** 2 / 12;
  return square(providerAt(state, a)) + square(providerAt(state, b));
}

function dropYoung(state: IndependenceState, variances: Float64Array, band: number, scope: CounterScope): void {
  const n = state.providers.length;
  const samples = variances.map((_, place) => {
    const [a, b] = [Math.floor(place / n), place % n];
    if (a === b) {
      return 0;
    }
    return readCell(state.counters.corneredHat, Math.min(a, b) * state.capacity + Math.max(a, b), band * 2 + 1, scope);
  });
  const max = samples.reduce((left, right) => Math.max(left, right), 0);
  for (let place = 0; place < samples.length; place++) {
    if (cellAt(samples, place) < max * corneredHatRule.minSamplesShare) {
      variances[place] = Number.NaN;
    }
  }
}

const guesses = new Float64Array(memoryLimits.maxProviders ** 2);

/**
 * Returns the median of all estimates of one provider's own variance. Each estimate comes from a pair of unrelated
 * providers. Pairs with the provider `without` are left out.
 */
function ownVariance(
  variances: Float64Array,
  n: number,
  linked: ReadonlySet<number>,
  a: number,
  without: number,
): number {
  const others: number[] = [];
  for (let b = 0; b < n; b++) {
    if (b === a || b === without || linked.has(a * n + b)) {
      continue;
    }
    if (without < 0 || !linked.has(without * n + b)) {
      others.push(b);
    }
  }
  let count = 0;
  for (const [place, left] of others.entries()) {
    const near = variances[a * n + left] ?? 0;
    if (Number.isNaN(near)) {
      continue;
    }
    for (let next = place + 1; next < others.length; next++) {
      const right = others[next] ?? 0;
      if (linked.has(left * n + right)) {
        continue;
      }
      const guess = (near + (variances[a * n + right] ?? 0) - (variances[left * n + right] ?? 0)) / 2;
      if (!Number.isNaN(guess)) {
        guesses[count++] = guess;
      }
    }
  }
  return median(guesses.subarray(0, count));
}

/**
 * Returns the correlation of both providers' own noise for each pair (N-cornered hat, Tavella and Premoli 1994). A
 * provider's own variance follows from the differences of unrelated pairs. The pair (a, b) is at `a * n + b`, with NaN
 * where nothing is known.
 *
 * @param linked pairs that share an upstream, as `a * n + b`; the variances leave them out
 */
export function corneredHatCorrelations(
  state: IndependenceState,
  band: number,
  scope: CounterScope,
  linked: ReadonlySet<number>,
): Float64Array {
  const n = state.providers.length;
  const variances = new Float64Array(n * n).fill(Number.NaN);
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const variance = pairVariance(state, a, b, band, scope);
      variances[a * n + b] = variance;
      variances[b * n + a] = variance;
    }
  }
  dropYoung(state, variances, band, scope);
  const own = Float64Array.from({ length: n }, (_, a) => ownVariance(variances, n, linked, a, -1));
  const correlations = new Float64Array(n * n).fill(Number.NaN);
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const variance = cellAt(variances, a * n + b);
      let sum = Math.max(cellAt(own, a), 0) + Math.max(cellAt(own, b), 0);
      if (1 - variance / sum > corneredHatRule.suspicion) {
        // The difference between two linked providers is small, which would make both look quieter than they are. So
        // each one's variance is measured without the other.
        sum =
          Math.max(ownVariance(variances, n, linked, a, b), 0) + Math.max(ownVariance(variances, n, linked, b, a), 0);
      }
      const steps =
        state.family === 'price' ? corneredHatRule.minQuantisations : corneredHatRule.minQuantisationsHeight;
      const floor = steps * quantisation(state, a, b);
      if (!(sum > floor) || sum <= 0) {
        continue;
      }
      correlations[a * n + b] = 1 - variance / sum;
      correlations[b * n + a] = 1 - variance / sum;
    }
  }
  return correlations;
}

/**
 * Returns the variance of a pair's difference: the sum of its quick and its slow part. A slow part with too few samples
 * counts as 0. Returns NaN while the quick part has too few samples.
 */
function wholeVariance(state: IndependenceState, a: number, b: number): number {
  const slow = pairVariance(state, a, b, 1, 'full');
  return pairVariance(state, a, b, 0, 'full') + (Number.isNaN(slow) ? 0 : slow);
}

/**
 * Returns a function that returns how far simultaneous readings of two unrelated providers lie apart, as the relative
 * scale of a Laplace distribution. Each provider's own variance is measured without the other provider, so that a copy
 * cannot hide itself. The scale is at most that of the crowd's median pair, and infinite if nothing is known. The
 * function measures a pair when it is called, because most pairs need no scale.
 *
 * @param linked pairs that share an upstream, as `a * n + b`
 */
export function unrelatedScales(state: IndependenceState, linked: ReadonlySet<number>): ScaleOfPair {
  const n = state.family === 'price' ? state.providers.length : 0;
  const variances = new Float64Array(n * n).fill(Number.NaN);
  const known: number[] = [];
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const variance = wholeVariance(state, a, b);
      variances[a * n + b] = variance;
      variances[b * n + a] = variance;
      if (!Number.isNaN(variance)) {
        known.push(variance);
      }
    }
  }
  known.sort((left, right) => left - right);
  const scales = new Map<number, number>();
  const measure = (a: number, b: number): number => {
    const variance = cellAt(variances, a * n + b);
    if (Number.isNaN(variance) || n === 0) {
      return Infinity;
    }
    const middle = (known.length - 2) >> 1;
    // The median is taken over all pairs except the pair (a, b) itself.
    const crowd = known[middle >= known.indexOf(variance) ? middle + 1 : middle] ?? Infinity;
    const own =
      Math.max(0, ownVariance(variances, n, linked, a, b)) + Math.max(0, ownVariance(variances, n, linked, b, a));
    return Math.sqrt((Number.isNaN(own) ? crowd : Math.min(own, crowd)) / 2) / 1e6;
  };
  return (a, b) => {
    const place = Math.min(a, b) * n + Math.max(a, b);
    const scale = scales.get(place) ?? measure(Math.min(a, b), Math.max(a, b));
    scales.set(place, scale);
    return scale;
  };
}
