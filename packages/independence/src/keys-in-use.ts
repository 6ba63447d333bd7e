/** The limits of the keys in use. */
export type KeysInUseLimits = {
  /** Maximum number of keys that are measured because callers ask for them. */
  readonly maxMeasured: number;
  /** Maximum number of keys whose use is counted. */
  readonly maxCounted: number;
  /** Number of different minutes in which callers must ask for a key before it is measured. */
  readonly minMinutes: number;
};

/** The keys that callers ask for. The most used keys come first. */
export type KeysInUse = {
  /**
   * Counts a question about a key. All questions within one minute count once, so that a flood of questions has no
   * advantage.
   */
  readonly asked: (key: string, nowMs: number) => void;
  /**
   * Returns the keys to measure now. A measured key is removed when its use becomes rare, or when a key that is not
   * measured is used much more.
   */
  readonly measured: (nowMs: number) => readonly string[];
};

const minuteMs = 60_000;
/** Time, in milliseconds, after which the count of a key's use is halved. */
const halfLifeMs = 60 * minuteMs;
/** A measured key stays until its use falls below this count. */
const minUseToStay = 0.5;
/** A key replaces a measured key only if it is used this many times as much, so that the two do not alternate. */
const replaceTimes = 2;

/**
 * When a key must be forgotten, the search considers this many keys: those whose last question is the oldest. It
 * forgets the least used of them.
 */
const forgetAmong = 32;

type Use = { count: number; atMs: number; minute: number };

/** Creates an empty record of the keys in use. Its memory is bounded by the limits, whatever callers ask. */
export function createKeysInUse({ maxMeasured, maxCounted, minMinutes }: KeysInUseLimits): KeysInUse {
  const uses = new Map<string, Use>();
  let current: readonly string[] = [];
  const useNow = (key: string, nowMs: number): number => {
    const use = uses.get(key);
    return use === undefined ? 0 : use.count * 0.5 ** (Math.max(0, nowMs - use.atMs) / halfLifeMs);
  };
  /**
   * Returns the key to forget: the least used of the keys whose last question is the oldest. A search of all keys would
   * take too long in a flood of questions.
   */
  const minUsed = (nowMs: number): string | undefined => {
    const kept = new Set(current);
    const oldest: string[] = [];
    for (const key of uses.keys()) {
      if (oldest.length >= forgetAmong) {
        break;
      }
      if (!kept.has(key)) {
        oldest.push(key);
      }
    }
    return oldest.toSorted((a, b) => useNow(a, nowMs) - useNow(b, nowMs))[0];
  };
  return {
    asked: (key, nowMs) => {
      const minute = Math.floor(nowMs / minuteMs);
      const known = uses.get(key);
      if (known?.minute === minute) {
        return;
      }
      if (known === undefined && uses.size >= maxCounted) {
        const least = minUsed(nowMs);
        if (least !== undefined) {
          uses.delete(least);
        }
      }
      const use = { count: useNow(key, nowMs) + 1, atMs: nowMs, minute };
      // A key that is deleted and set again moves to the end of the map. So the map has the order of the latest
      // questions.
      uses.delete(key);
      uses.set(key, use);
    },
    measured: (nowMs) => {
      const staying = current.filter((key) => useNow(key, nowMs) >= minUseToStay);
      // The tolerance of 0.5 admits a key whose count decayed a little between its first minutes.
      const wanted = [...uses.keys()]
        .filter((key) => !staying.includes(key) && useNow(key, nowMs) > minMinutes - 0.5)
        .toSorted((a, b) => useNow(b, nowMs) - useNow(a, nowMs));
      const next = staying.toSorted((a, b) => useNow(b, nowMs) - useNow(a, nowMs));
      for (const key of wanted.slice(0, maxMeasured)) {
        const last = next.at(-1);
        if (next.length < maxMeasured) {
          next.push(key);
        } else if (last !== undefined && useNow(key, nowMs) > replaceTimes * useNow(last, nowMs)) {
          next.pop();
          next.unshift(key);
        }
      }
      current = next;
      return current;
    },
  };
}
