import { cellAt, readCell, type Scope } from './banks.ts';
import { INDEPENDENCE, PRICE_BANDS, type HatBand } from './constants.ts';
import { gridPlace, lagOf, meanAround, median } from './grid.ts';
import { bandsOf, providerAt, type IndependenceState } from './state.ts';

const filtered = new Float64Array(INDEPENDENCE.providersMax);
const flagged = new Uint8Array(INDEPENDENCE.providersMax);

/** The rows a band needs behind its centre, so that the slowest provider's shifted window is complete. */
function delayOf(band: HatBand): number {
  return band.trend + INDEPENDENCE.lagRowsMost + 1;
}

function filter(state: IndependenceState, band: HatBand): boolean {
  const centre = state.grid.rows - 1 - delayOf(band);
  if (centre < band.trend) {
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

/** Adds the row that just became complete to the variances of the differences of all pairs, in every band. */
export function recordDifferences(state: IndependenceState): void {
  const bands = bandsOf(state.family);
  const { capacity, providers, deviations } = state;
  const { current, width } = state.banks.hat;
  for (const [bandIndex, band] of bands.entries()) {
    if (!filter(state, band)) {
      continue;
    }
    for (let one = 0; one < providers.length; one++) {
      if (flagged[one] === 0) {
        continue;
      }
      for (let other = one + 1; other < providers.length; other++) {
        if (flagged[other] === 0) {
          continue;
        }
        const pair = one * capacity + other;
        const size = Math.abs(cellAt(filtered, one) - cellAt(filtered, other));
        const known = cellAt(deviations, pair * bands.length + bandIndex);
        const cut = known === 0 ? size : Math.min(size, INDEPENDENCE.hatCut * known);
        deviations[pair * bands.length + bandIndex] =
          known === 0 ? size : known + (cut - known) * INDEPENDENCE.hatDeviationMemory;
        // Relative differences are around 1e-4: they are kept in hundredths of a basis point, so that floats hold the sums.
        const square = state.family === 'price' ? cut * 1e6 * (cut * 1e6) : cut * cut;
        addSample(current, pair * width + bandIndex * 2, square);
      }
    }
  }
}

/**
 * Follows every provider to where it is behind the crowd. What was counted at its old place stays: it makes the provider
 * look noisier in all its pairs alike, which hides a copy for a while but can never make one.
 */
export function refreshLags(state: IndependenceState): void {
  if (state.family !== 'price') {
    return;
  }
  for (const [index, provider] of state.providers.entries()) {
    const lag = lagOf(state, index);
    if (state.grid.rows - provider.firstRow < 60 || Math.abs(lag - provider.lagRows) < INDEPENDENCE.lagChangeLeast) {
      continue;
    }
    provider.lagRows = lag;
  }
}

/** The variance of a pair's difference in a band, NaN while too few samples exist; at least what quantisation makes. */
export function pairVariance(state: IndependenceState, one: number, other: number, band: number, scope: Scope): number {
  const row = Math.min(one, other) * state.capacity + Math.max(one, other);
  const samples = readCell(state.banks.hat, row, band * 2 + 1, scope);
  if (samples < INDEPENDENCE.hatSamplesLeast) {
    return Number.NaN;
  }
  const variance = readCell(state.banks.hat, row, band * 2, scope) / samples;
  return state.family === 'price' ? Math.max(variance, quantisation(state, one, other)) : variance;
}

/**
 * How much longer than noise two providers disagree: the variance of their smoothed difference against what noise without
 * memory would leave of the quick one. About 1 for a copy, whose difference is only its own noise; NaN while too little is
 * known.
 *
 * @param band the place of the smoothing filter among the family's bands
 */
export function persistence(state: IndependenceState, one: number, other: number, band: number, scope: Scope): number {
  const filterOf = PRICE_BANDS[band];
  if (filterOf === undefined) {
    return Number.NaN;
  }
  const kept = 2 * filterOf.smooth + 1;
  return (kept * pairVariance(state, one, other, band, scope)) / pairVariance(state, one, other, 0, scope);
}

/**
 * How many rows the slower of two providers keeps a value: a copy's own noise lasts as long as its cache, and the smoothed
 * difference of two that hold their values is that much more persistent by itself.
 */
function heldRows(state: IndependenceState, one: number, other: number): number {
  const rowMs = state.pollMs * Math.ceil(state.rowLeastMs / state.pollMs);
  return Math.max(
    1,
    Math.max(providerAt(state, one).heldMs, providerAt(state, other).heldMs) / rowMs / INDEPENDENCE.heldRowsFree,
  );
}

/**
 * How much longer than noise, held as long as they hold values, two providers' disagreement lasts: as a multiple of what
 * chance could make it look, so that above 1 it does last. The clearest of all filters decides.
 */
export function lasting(state: IndependenceState, one: number, other: number): number {
  const held = heldRows(state, one, other);
  return PRICE_BANDS.reduce((most, { smooth }, band) => {
    if (smooth === 0) {
      return most;
    }
    const samples = pairSamples(state, one, other, band, 'full') / (2 * smooth + 1);
    const margin = 1 + INDEPENDENCE.independentMargin * Math.sqrt(2 / Math.max(1, samples));
    const times = persistence(state, one, other, band, 'full') / (INDEPENDENCE.independentPersistence * held * margin);
    return times > most ? times : most;
  }, 0);
}

/** The number of rows of a band in which both providers answered, over a scope. */
export function pairSamples(state: IndependenceState, one: number, other: number, band: number, scope: Scope): number {
  const row = Math.min(one, other) * state.capacity + Math.max(one, other);
  return readCell(state.banks.hat, row, band * 2 + 1, scope);
}

function quantisation(state: IndependenceState, one: number, other: number): number {
  // A height is a whole number, cut off somewhere within its unit.
  if (state.family !== 'price') {
    return 1 / 6;
  }
  const square = (provider: { tick: number; lastNumber: number }): number =>
    provider.lastNumber === 0 ? 0 : ((provider.tick / provider.lastNumber) * 1e6) ** 2 / 12;
  return square(providerAt(state, one)) + square(providerAt(state, other));
}

function dropYoung(state: IndependenceState, variances: Float64Array, band: number, scope: Scope): void {
  const n = state.providers.length;
  const samples = variances.map((_, place) => {
    const [one, other] = [Math.floor(place / n), place % n];
    if (one === other) {
      return 0;
    }
    return readCell(state.banks.hat, Math.min(one, other) * state.capacity + Math.max(one, other), band * 2 + 1, scope);
  });
  const most = samples.reduce((left, right) => Math.max(left, right), 0);
  for (let place = 0; place < samples.length; place++) {
    if (cellAt(samples, place) < most * INDEPENDENCE.hatSamplesShare) {
      variances[place] = Number.NaN;
    }
  }
}

const guesses = new Float64Array(INDEPENDENCE.providersMax ** 2);

/** The middle of what all pairs of unrelated providers say about one provider's own variance; `without` is left out. */
function ownVariance(
  variances: Float64Array,
  n: number,
  linked: ReadonlySet<number>,
  one: number,
  without: number,
): number {
  const others: number[] = [];
  for (let other = 0; other < n; other++) {
    if (other === one || other === without || linked.has(one * n + other)) {
      continue;
    }
    if (without < 0 || !linked.has(without * n + other)) {
      others.push(other);
    }
  }
  let count = 0;
  for (const [place, left] of others.entries()) {
    const near = variances[one * n + left] ?? 0;
    if (Number.isNaN(near)) {
      continue;
    }
    for (let next = place + 1; next < others.length; next++) {
      const right = others[next] ?? 0;
      if (linked.has(left * n + right)) {
        continue;
      }
      const guess = (near + (variances[one * n + right] ?? 0) - (variances[left * n + right] ?? 0)) / 2;
      if (!Number.isNaN(guess)) {
        guesses[count++] = guess;
      }
    }
  }
  return median(guesses.subarray(0, count));
}

/**
 * The N-cornered hat: every provider's own variance from the differences of all pairs that do not share anything, and from
 * those the correlation of what should be each pair's own noise. Entry `one * n + other`; NaN where nothing can be said.
 *
 * @param linked pairs known to share an upstream, as `one * n + other`; they take no part in the variances
 */
export function hatCorrelations(
  state: IndependenceState,
  band: number,
  scope: Scope,
  linked: ReadonlySet<number>,
): Float64Array {
  const n = state.providers.length;
  const variances = new Float64Array(n * n).fill(Number.NaN);
  for (let one = 0; one < n; one++) {
    for (let other = one + 1; other < n; other++) {
      const variance = pairVariance(state, one, other, band, scope);
      variances[one * n + other] = variance;
      variances[other * n + one] = variance;
    }
  }
  dropYoung(state, variances, band, scope);
  const own = Float64Array.from({ length: n }, (_, one) => ownVariance(variances, n, linked, one, -1));
  const correlations = new Float64Array(n * n).fill(Number.NaN);
  for (let one = 0; one < n; one++) {
    for (let other = one + 1; other < n; other++) {
      const variance = cellAt(variances, one * n + other);
      let sum = Math.max(cellAt(own, one), 0) + Math.max(cellAt(own, other), 0);
      if (1 - variance / sum > INDEPENDENCE.hatSuspicion) {
        // A suspected pair's own closeness would make both look quieter than they are: each is measured without the other.
        sum =
          Math.max(ownVariance(variances, n, linked, one, other), 0) +
          Math.max(ownVariance(variances, n, linked, other, one), 0);
      }
      const steps = state.family === 'price' ? INDEPENDENCE.hatQuantisation : INDEPENDENCE.hatQuantisationHeight;
      const floor = steps * quantisation(state, one, other);
      if (!(sum > floor) || sum <= 0) {
        continue;
      }
      correlations[one * n + other] = 1 - variance / sum;
      correlations[other * n + one] = 1 - variance / sum;
    }
  }
  return correlations;
}
