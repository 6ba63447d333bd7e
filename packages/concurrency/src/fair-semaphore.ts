import { firstOf, hasRoom, keepRooms, lastOfFullest, type Party, type Waiter } from './wait-queue.ts';

/** Leaves the place that was taken. To be called exactly once. */
export type Leave = () => void;

/** How many of those that have a key in common may be inside at once, and how many more may wait. */
export type Bound<Asked> = {
  /** The key. One that is always the same makes a bound over all. */
  readonly of: (asked: Asked) => string;
  readonly inside: number;
  readonly waiting: number;
};

/** Who may be inside, and who of those that wait goes first. */
export type SlotRules<Asked> = {
  /** All of them hold. Whoever waits counts as waiting under each. */
  readonly bounds: readonly Bound<Asked>[];
  /** How long one waits at most, in milliseconds. */
  readonly waitMs: number;
  /** Those with the same key are one party. Parties that wait take turns, however many each of them sent. */
  readonly party: (asked: Asked) => string;
  /** Within a party the lowest goes first; among equal ones, and without it, whoever asked first. */
  readonly since?: (asked: Asked) => number;
};

/** Places that only so many may hold at once, under several bounds together, with a bounded queue before them. */
export type Slots<Asked> = {
  /**
   * Takes a place when every bound has room, and waits until then without holding any. Undefined after too long a wait, or
   * when a queue is full: then the party with the most in it loses its last one, which may be the one that asks.
   */
  readonly take: (asked: Asked) => Promise<Leave | undefined>;
};

/**
 * Builds the places. Nobody holds a place of one bound while it waits for another's, so that a crowd before one key takes
 * nothing from those who share only its other keys.
 */
export function createSlots<Asked>(rules: SlotRules<Asked>): Slots<Asked> {
  const roomsOf = keepRooms(rules.bounds);
  const parties = new Map<string, Party>();
  const waiting = new Set<Waiter>();
  let count = 0;

  const join = (key: string): Party => {
    // A new party's first turn comes after those that wait now and before their second one.
    const party = parties.get(key) ?? { key, members: 0, turn: (count += 1) };
    parties.set(key, party);
    party.members += 1;
    return party;
  };
  const forget = ({ rooms, party }: Waiter): void => {
    party.members -= 1;
    if (party.members === 0) {
      parties.delete(party.key);
    }
    rooms.forEach(({ tidy }) => tidy());
  };
  const stopWaiting = (waiter: Waiter): void => {
    waiting.delete(waiter);
    waiter.rooms.forEach(({ waiters }) => waiters.delete(waiter));
  };
  const goIn = (waiter: Waiter): Leave => {
    waiter.rooms.forEach((room) => (room.inside += 1));
    waiter.party.turn = count += 1;
    return () => {
      waiter.rooms.forEach((room) => (room.inside -= 1));
      for (let next = firstOf(waiting); next !== undefined; next = firstOf(waiting)) {
        stopWaiting(next);
        next.answer(goIn(next));
      }
      forget(waiter);
    };
  };
  const refuse = (waiter: Waiter): void => {
    stopWaiting(waiter);
    forget(waiter);
    waiter.answer(undefined);
  };
  const wait = (waiter: Waiter): void => {
    const full = waiter.rooms.filter(({ waiters, bound }) => waiters.size >= bound.waiting);
    const losers = new Set(full.flatMap(({ waiters }) => lastOfFullest([...waiters, waiter])));
    // First of all it waits: a room that loses its last waiter would be forgotten.
    waiting.add(waiter);
    waiter.rooms.forEach(({ waiters }) => waiters.add(waiter));
    (losers.has(waiter) ? [waiter] : [...losers]).forEach(refuse);
  };

  return {
    take: (asked) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const waiter: Waiter = {
          rooms: roomsOf(asked),
          party: join(rules.party(asked)),
          since: rules.since?.(asked) ?? 0,
          order: (count += 1),
          answer: (leave) => {
            clearTimeout(timer);
            resolve(leave);
          },
        };
        if (waiter.rooms.every(hasRoom)) {
          waiter.answer(goIn(waiter));
        } else {
          timer = setTimeout(() => refuse(waiter), rules.waitMs);
          wait(waiter);
        }
      }),
  };
}
