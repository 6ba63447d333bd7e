import { cellAt, divergence, readCell, type CounterScope } from './generation-counters.ts';
import { coFailureRule } from './constants/co-failure.ts';
import { providerAt, type IndependenceState } from './state.ts';

const companyWaitMs = 20_000;
const maxPending = 256;

/** Takes a failure in. The first failure of an episode waits until the engine can tell whether all providers failed. */
export function recordFailure(state: IndependenceState, index: number, askedMs: number): void {
  const provider = providerAt(state, index);
  if (Math.abs(askedMs - provider.lastFailureMs) > coFailureRule.episodeGapMs) {
    // During a complete outage no round ends, so the list needs a bound.
    if (state.pendingEpisodes.length >= maxPending) {
      state.pendingEpisodes.shift();
    }
    state.pendingEpisodes.push({ provider: index, atMs: askedMs });
  }
  provider.lastFailureMs = Math.max(provider.lastFailureMs, askedMs);
}

/** Counts the episodes whose waiting time is over, each with the others that began within a few polls of it. */
export function closeEpisodes(state: IndependenceState, nowMs: number): void {
  const held = companyWaitMs + coFailureRule.episodePolls * state.pollMs;
  for (;;) {
    const [first] = state.pendingEpisodes;
    if (first === undefined || nowMs - first.atMs < held) {
      return;
    }
    closeFirst(state, first);
  }
}

function closeFirst(state: IndependenceState, first: IndependenceState['pendingEpisodes'][number]): void {
  const reach = coFailureRule.episodePolls * state.pollMs;
  const company = state.pendingEpisodes.filter((episode) => Math.abs(episode.atMs - first.atMs) <= reach);
  const together = new Set(company.map((episode) => episode.provider));
  if (together.size > 2 && together.size > state.providers.length * coFailureRule.ownOutageShare) {
    state.pendingEpisodes = state.pendingEpisodes.filter((episode) => !company.includes(episode));
    return;
  }
  state.pendingEpisodes = state.pendingEpisodes.slice(1);
  providerAt(state, first.provider).episodes++;
  const { current } = state.counters.coFailure;
  for (const b of together) {
    if (b === first.provider) {
      continue;
    }
    for (const place of [first.provider * state.capacity + b, b * state.capacity + first.provider]) {
      current[place] = cellAt(current, place) + 1;
    }
  }
}

/** Returns how much common episodes support other evidence, in nats: at most `coFailureRule.maxNats`. */
export function coFailureScore(state: IndependenceState, a: number, b: number, scope: CounterScope): number {
  const together = readCell(state.counters.coFailure, a * state.capacity + b, 0, scope);
  const mine = providerAt(state, a).episodes;
  const theirs = providerAt(state, b).episodes;
  if (together < 2 || mine === 0 || state.round === 0) {
    return 0;
  }
  const chance = Math.min(0.5, (theirs * 3) / state.round);
  const share = Math.min(1, together / mine);
  return share <= chance ? 0 : Math.min(coFailureRule.maxNats, mine * divergence(share, Math.max(chance, 1e-3)));
}
