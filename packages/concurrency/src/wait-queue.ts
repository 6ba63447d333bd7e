/** Everyone who has one key of one bound. */
export type Room = {
  readonly bound: { readonly inside: number; readonly waiting: number };
  readonly waiters: Set<Waiter>;
  inside: number;
  /** Forgets the room when nobody is inside or waits. */
  readonly tidy: () => void;
};

/** Those who take turns as one; the one with the lowest turn is next. `members` are inside or wait. */
export type Party = { readonly key: string; members: number; turn: number };

/** Somebody who asks for a place in each of some rooms. */
export type Waiter = {
  readonly rooms: readonly Room[];
  readonly party: Party;
  readonly since: number;
  /** Grows with everyone who asks. */
  readonly order: number;
  /** Tells what came of it: the way to leave again, or undefined. */
  readonly answer: (leave: (() => void) | undefined) => void;
};

/** Finds the rooms of whoever asks, one for each bound, and keeps those that somebody is in or waits for. */
export function keepRooms<Asked>(
  bounds: readonly (Room['bound'] & { readonly of: (asked: Asked) => string })[],
): (asked: Asked) => Room[] {
  const kept = bounds.map((bound) => ({ bound, rooms: new Map<string, Room>() }));
  return (asked) =>
    kept.map(({ bound, rooms }) => {
      const key = bound.of(asked);
      const room = rooms.get(key) ?? createRoom(bound, () => rooms.delete(key));
      rooms.set(key, room);
      return room;
    });
}

function createRoom(bound: Room['bound'], forget: () => void): Room {
  const room: Room = {
    bound,
    waiters: new Set(),
    inside: 0,
    tidy: () => {
      if (room.inside === 0 && room.waiters.size === 0) {
        forget();
      }
    },
  };
  return room;
}

/** Whether one more may be inside. */
export function hasRoom({ inside, bound }: Room): boolean {
  return inside < bound.inside;
}

/** Who goes in next: of those for whom every room has room, the first one of the party whose turn it is. */
export function firstOf(waiters: Iterable<Waiter>): Waiter | undefined {
  let first: Waiter | undefined;
  for (const waiter of waiters) {
    if (waiter.rooms.every(hasRoom) && (first === undefined || isBefore(waiter, first))) {
      first = waiter;
    }
  }
  return first;
}

function isBefore(one: Waiter, other: Waiter): boolean {
  return one.party === other.party ? isEarlier(one, other) : one.party.turn < other.party.turn;
}

function isEarlier(one: Waiter, other: Waiter): boolean {
  return one.since === other.since ? one.order < other.order : one.since < other.since;
}

/** Who has to go where there is one too many: the last one of the party that has the most. None where nobody is. */
export function lastOfFullest(waiters: readonly Waiter[]): Waiter[] {
  const sizes = new Map<Party, number>();
  for (const { party } of waiters) {
    sizes.set(party, (sizes.get(party) ?? 0) + 1);
  }
  const most = Math.max(...sizes.values());
  return waiters
    .filter(({ party }) => sizes.get(party) === most)
    .reduce<Waiter[]>(([last], waiter) => [last === undefined || isEarlier(last, waiter) ? waiter : last], []);
}
