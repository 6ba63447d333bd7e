import { cellAt, divergence, readCell, type Scope } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import { providerAt, type IndependenceState } from './state.ts';

const HELD_MS = 20_000;
const PENDING_MOST = 256;

/** Takes a failure: the first of an episode waits until it is clear whether everybody failed, which would be our own network. */
export function recordFailure(state: IndependenceState, index: number, askedMs: number): void {
  const provider = providerAt(state, index);
  if (Math.abs(askedMs - provider.lastFailureMs) > INDEPENDENCE.episodeGapMs) {
    // While everything is down no round ends and nothing is settled: the list must not grow meanwhile.
    if (state.pendingEpisodes.length >= PENDING_MOST) {
      state.pendingEpisodes.shift();
    }
    state.pendingEpisodes.push({ provider: index, atMs: askedMs });
  }
  provider.lastFailureMs = Math.max(provider.lastFailureMs, askedMs);
}

/** Counts the episodes whose company is known by now: each with every other that began within a few polls of it. */
export function settleEpisodes(state: IndependenceState, nowMs: number): void {
  const held = HELD_MS + INDEPENDENCE.episodePolls * state.pollMs;
  for (;;) {
    const [first] = state.pendingEpisodes;
    if (first === undefined || nowMs - first.atMs < held) {
      return;
    }
    settleFirst(state, first);
  }
}

function settleFirst(state: IndependenceState, first: IndependenceState['pendingEpisodes'][number]): void {
  const reach = INDEPENDENCE.episodePolls * state.pollMs;
  const company = state.pendingEpisodes.filter((episode) => Math.abs(episode.atMs - first.atMs) <= reach);
  const together = new Set(company.map((episode) => episode.provider));
  if (together.size > 2 && together.size > state.providers.length * INDEPENDENCE.ownOutageShare) {
    state.pendingEpisodes = state.pendingEpisodes.filter((episode) => !company.includes(episode));
    return;
  }
  state.pendingEpisodes = state.pendingEpisodes.slice(1);
  providerAt(state, first.provider).episodes++;
  const { current } = state.banks.coFailure;
  for (const other of together) {
    if (other === first.provider) {
      continue;
    }
    for (const place of [first.provider * state.capacity + other, other * state.capacity + first.provider]) {
      current[place] = cellAt(current, place) + 1;
    }
  }
}

/** How much the episodes that two providers had together corroborate, in nats; at most `coFailureNats`, and never alone. */
export function coFailureScore(state: IndependenceState, one: number, other: number, scope: Scope): number {
  const together = readCell(state.banks.coFailure, one * state.capacity + other, 0, scope);
  const mine = providerAt(state, one).episodes;
  const theirs = providerAt(state, other).episodes;
  if (together < 2 || mine === 0 || state.round === 0) {
    return 0;
  }
  const chance = Math.min(0.5, (theirs * 3) / state.round);
  const share = Math.min(1, together / mine);
  return share <= chance ? 0 : Math.min(INDEPENDENCE.coFailureNats, mine * divergence(share, Math.max(chance, 1e-3)));
}
