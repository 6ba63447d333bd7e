import type { SeededRandom } from '../../testing/random.ts';
import type { Burst, NodeAnswer } from '../observe-burst.ts';
import { observeBurst } from '../observe-burst.ts';
import type { NodeState } from '../node-state.ts';

/** Returns the newest slot that a node shows at a moment, in milliseconds. Two calls may give different answers. */
export type SlotView = (atMs: number) => number;

const slotMs = 400;
/** Slots are searched this far back, farther than any delay here. */
const slotsBack = 12;

/** Returns a machine of its own: each slot reaches it after a distance and an own delay. */
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

/** Returns a node that stands still from time to time. */
export function stalling(view: SlotView, everyMs: number, forMs: number): SlotView {
  return (atMs) => {
    const into = atMs % everyMs;
    return into < forMs ? view(atMs - into) : view(atMs);
  };
}

/** Returns a reader that is late by a constant. */
export function late(view: SlotView, byMs: number): SlotView {
  return (atMs) => view(atMs - byMs);
}

/** Returns a cache that asks again when its slot is too old. */
export function cached(view: SlotView, ttlMs: number, phaseMs: number): SlotView {
  return (atMs) => view(Math.floor((atMs - phaseMs) / ttlMs) * ttlMs + phaseMs);
}

/** Returns a balancer that sends every request to a random backend. */
export function balanced(views: readonly SlotView[], random: SeededRandom): SlotView {
  return (atMs) => random.pick(views)(atMs);
}

/** Returns a balancer that stays with one backend for a time. */
export function sticky(views: readonly SlotView[], everyMs: number): SlotView {
  return (atMs) => views[Math.floor(atMs / everyMs) % views.length]?.(atMs) ?? 0;
}

/** How nodes are asked. */
export type Asking = {
  readonly bursts: number;
  readonly everyMs: number;
  /** The smallest time from sending to answer, and the random time added to it. */
  readonly roundTripMs: number;
  readonly networkJitterMs: number;
  readonly startMs?: number;
};

/** The pace of the sandbox. */
export const quickly: Omit<Asking, 'bursts'> = { everyMs: 150, roundTripMs: 2, networkJitterMs: 6 };

/**
 * Asks all nodes in bursts of two rounds over a simulated network and lets the state learn.
 * @returns the moment of the end
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
    // Even steps would always meet the same few moments of a slot.
    atMs = Math.max(atMs, begunMs + asking.everyMs * (0.75 + random.next() / 2));
  }
  return atMs;
}
