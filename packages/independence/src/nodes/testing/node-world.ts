import type { SeededRandom } from '../../testing/random.ts';
import type { Burst, NodeAnswer } from '../observe-burst.ts';
import { observeBurst } from '../observe-burst.ts';
import type { NodeState } from '../node-state.ts';

/**
 * Returns the newest slot that a simulated node shows at a time in milliseconds. Two calls may return different slots
 * even for the same time.
 */
export type SlotView = (atMs: number) => number;

const slotMs = 400;
/** Number of slots to search backwards. No simulated delay is longer. */
const slotsBack = 12;

/** Returns an independent machine. Each slot reaches it after a constant distance and a delay of its own. */
export function machine(
  random: SeededRandom,
  delays: { readonly distanceMs: number; readonly jitterMs: number },
): SlotView {
  const kept = new Map<number, number>();
  const arrivesAt = (slot: number): number => {
    let at = kept.get(slot);
    if (at === undefined) {
      at = slot * slotMs + delays.distanceMs + random.next() * delays.jitterMs;
      kept.set(slot, at);
    }
    return at;
  };
  return (atMs) => {
    const tip = Math.floor(atMs / slotMs);
    for (let slot = tip; slot > tip - slotsBack; slot -= 1) {
      if (arrivesAt(slot) <= atMs) {
        return slot;
      }
    }
    return tip - slotsBack;
  };
}

/** Returns a node that sometimes stops showing new slots. */
export function stalling(view: SlotView, everyMs: number, forMs: number): SlotView {
  return (atMs) => {
    const into = atMs % everyMs;
    return into < forMs ? view(atMs - into) : view(atMs);
  };
}

/** Returns a node that shows the slots of another node, later by a constant time. */
export function late(view: SlotView, byMs: number): SlotView {
  return (atMs) => view(atMs - byMs);
}

/** Returns a cache that asks its upstream again when the cached slot is too old. */
export function cached(view: SlotView, ttlMs: number, phaseMs: number): SlotView {
  return (atMs) => view(Math.floor((atMs - phaseMs) / ttlMs) * ttlMs + phaseMs);
}

/** Returns a load balancer that sends every request to a random backend. */
export function balanced(views: readonly SlotView[], random: SeededRandom): SlotView {
  return (atMs) => random.pick(views)(atMs);
}

/** Returns a load balancer that sends all requests to one backend for a time, and then to the next. */
export function sticky(views: readonly SlotView[], everyMs: number): SlotView {
  return (atMs) => views[Math.floor(atMs / everyMs) % views.length]?.(atMs) ?? 0;
}

/** The bursts of a simulated measurement, and its network. */
export type Asking = {
  readonly bursts: number;
  readonly everyMs: number;
  /** Minimum time from a request to its answer. A random time of up to `networkJitterMs` is added to it. */
  readonly roundTripMs: number;
  readonly networkJitterMs: number;
  readonly startMs?: number;
};

/** The time between bursts and the network of the sandbox. */
export const quickly: Omit<Asking, 'bursts'> = { everyMs: 150, roundTripMs: 2, networkJitterMs: 6 };

/**
 * Asks all nodes over a simulated network, in bursts of two rounds, and updates the state.
 *
 * @returns the simulated time at the end, in milliseconds
 */
export function follow(
  state: NodeState,
  nodes: Readonly<Record<string, SlotView>>,
  random: SeededRandom,
  asking: Asking,
  after: (atMs: number, burst: Burst) => boolean | void = () => undefined,
): number {
  let atMs = asking.startMs ?? 1_000_000;
  for (let burst = 0; burst < asking.bursts; burst += 1) {
    const begunMs = atMs;
    const rounds = [0, 1].map(() => {
      let endedMs = atMs;
      const answers = Object.entries(nodes).map(([node, view]): NodeAnswer => {
        const there = asking.roundTripMs / 2 + random.next() * asking.networkJitterMs;
        const back = asking.roundTripMs / 2 + random.next() * asking.networkJitterMs;
        endedMs = Math.max(endedMs, atMs + there + back);
        return { node, slot: view(atMs + there), askedMs: atMs, answeredMs: atMs + there + back };
      });
      atMs = endedMs + 0.5;
      return answers;
    });
    const burst: Burst = { atMs: Math.round(begunMs), rounds };
    observeBurst(state, burst);
    if (after(begunMs, burst) === true) {
      return begunMs;
    }
    // The time between bursts varies, because otherwise all bursts would fall at the same few moments of a slot.
    atMs = Math.max(atMs, begunMs + asking.everyMs * (0.75 + random.next() / 2));
  }
  return atMs;
}
