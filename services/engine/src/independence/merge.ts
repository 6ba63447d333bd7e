import { cellAt, type Bank } from './banks.ts';
import { judge } from './judge.ts';
import { deserialize, serialize } from './serialize.ts';
import { providerIndex } from './create-state.ts';
import { MARKUP_SLOT_CELLS, providerAt, type IndependenceState } from './state.ts';

const COUNTS_MOST = 65_535;
const RATIO_TICKS = 1;

function addRow(
  into: Bank,
  row: number,
  from: Bank,
  source: number,
  cells: { readonly first: number; readonly count: number },
): void {
  for (const part of ['current', 'previous', 'settled'] as const) {
    const target = into[part];
    const most = target instanceof Uint16Array ? COUNTS_MOST : Number.POSITIVE_INFINITY;
    for (let cell = cells.first; cell < cells.first + cells.count; cell++) {
      const sum = cellAt(target, row * into.width + cell) + cellAt(from[part], source * from.width + cell);
      target[row * into.width + cell] = Math.min(most, sum);
    }
  }
}

/** Counts in ticks can be added only when both replicas measured in the same tick. */
function sameTick(one: IndependenceState, at: number, other: IndependenceState, from: number): boolean {
  const [left, right] = [providerAt(one, at).tick, providerAt(other, from).tick];
  return left > 0 && right > 0 && Math.abs(Math.log(left / right)) < 0.2;
}

function mergeMarkups(
  merged: IndependenceState,
  other: IndependenceState,
  places: readonly number[],
  low: number,
  high: number,
): void {
  const [one = 0, two = 0] = [places[low], places[high]];
  const turned = one > two;
  const pair = Math.min(one, two) * merged.capacity + Math.max(one, two);
  const price = providerAt(merged, one).lastNumber;
  const perUnit = price / Math.max(providerAt(merged, one).tick, providerAt(merged, two).tick);
  for (let slot = 0; slot < 2; slot++) {
    const source = (low * other.capacity + high) * 2 + slot;
    if (cellAt(other.markups.used, source) === 0) continue;
    const ratio = cellAt(other.markups.ratios, source) * (turned ? -1 : 1);
    const slots = [0, 1];
    const same = slots.find(
      (own) =>
        merged.markups.used[pair * 2 + own] === 1 &&
        Math.abs(cellAt(merged.markups.ratios, pair * 2 + own) - ratio) * perUnit < RATIO_TICKS,
    );
    const target = same ?? slots.find((own) => merged.markups.used[pair * 2 + own] === 0);
    // A full pair keeps its own two ratios: it would only have to find the third again.
    if (target === undefined) continue;
    merged.markups.used[pair * 2 + target] = 1;
    if (same === undefined) merged.markups.ratios[pair * 2 + target] = ratio;
    const { capacity } = merged;
    for (const [row, from] of [
      [one * capacity + two, low * other.capacity + high],
      [two * capacity + one, high * other.capacity + low],
    ] as const) {
      addSlot(merged.banks.markup, row, target, other.banks.markup, from, slot);
    }
  }
}

function addSlot(into: Bank, row: number, slot: number, from: Bank, source: number, sourceSlot: number): void {
  for (const part of ['current', 'previous', 'settled'] as const) {
    for (let cell = 0; cell < MARKUP_SLOT_CELLS; cell++) {
      const place = row * into.width + slot * MARKUP_SLOT_CELLS + cell;
      const sum =
        cellAt(into[part], place) + cellAt(from[part], source * from.width + sourceSlot * MARKUP_SLOT_CELLS + cell);
      into[part][place] = Math.min(COUNTS_MOST, sum);
    }
  }
}

/**
 * What two replicas learned about one key from different observations, taken together. Counts and sums are added, so each
 * observation must have been given to one of the two only; merging a state with a copy of itself would count it twice. What is
 * of the moment (recent values, the grid, ticks, the round) is taken from the state that saw more, and counts in ticks are
 * added only where both measured in the same tick. The result is judged anew; verdicts that both had keep the older date.
 * Neither argument is changed. Throws when the states are about different keys.
 */
export function merge(one: IndependenceState, two: IndependenceState): IndependenceState {
  if (one.key !== two.key || one.family !== two.family) {
    throw new RangeError(`states of different keys cannot be merged: ${one.key} and ${two.key}`);
  }
  const [more, less] = one.observations >= two.observations ? [one, two] : [two, one];
  const merged = deserialize(serialize(more));
  const other = less;
  const places = other.providers.map((provider) => {
    const known = merged.providers.some((own) => own.name === provider.name);
    const place = providerIndex(merged, provider.name);
    if (!known && place >= 0)
      Object.assign(providerAt(merged, place), structuredClone(provider), { pushed: 0, firstRow: -1 });
    return place;
  });
  merged.observations += other.observations;
  for (let left = 0; left < places.length; left++) {
    for (let right = left + 1; right < places.length; right++) mergePair(merged, other, places, left, right);
  }
  judge(merged, Math.max(one.judgement.atMs, two.judgement.atMs));
  return merged;
}

function mergePair(
  merged: IndependenceState,
  other: IndependenceState,
  places: readonly number[],
  left: number,
  right: number,
): void {
  const [one = -1, two = -1] = [places[left], places[right]];
  if (one < 0 || two < 0) return;
  const comparable = sameTick(merged, one, other, left) && sameTick(merged, two, other, right);
  const rows = [
    [one * merged.capacity + two, left * other.capacity + right],
    [two * merged.capacity + one, right * other.capacity + left],
  ] as const;
  for (const [row, source] of rows) {
    for (const name of ['spike', 'stale', 'stamp', 'coFailure'] as const) {
      const bank = merged.banks[name];
      if (bank.settled.length === 0 || (name === 'spike' && !comparable)) continue;
      addRow(bank, row, other.banks[name], source, { first: 0, count: bank.width });
    }
  }
  const ordered = Math.min(one, two) * merged.capacity + Math.max(one, two);
  const { hat } = merged.banks;
  if (hat.settled.length > 0)
    addRow(hat, ordered, other.banks.hat, left * other.capacity + right, { first: 0, count: hat.width });
  if (comparable && merged.family === 'price') mergeMarkups(merged, other, places, left, right);
  const source = left * other.capacity + right;
  if (merged.judgement.verdicts[ordered] !== other.judgement.verdicts[source]) return;
  const since = cellAt(other.judgement.sinceMs, source);
  if (since > 0)
    merged.judgement.sinceMs[ordered] = Math.min(cellAt(merged.judgement.sinceMs, ordered) || since, since);
}
