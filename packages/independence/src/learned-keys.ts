import type { AdmittedKey } from './learner.ts';
import type { LoadedKeyState } from './key-state.ts';

/** Keeps a learner at the sampled keys. */
export type LearnedKeys = {
  /**
   * Admits new sampled keys with their stored states, and releases the others. A key whose stored state cannot be read
   * because the database is unavailable is admitted later, so that it never starts empty over a stored state.
   */
  readonly follow: () => Promise<void>;
  /** Admits all sampled keys again. A new leader calls it, because another leader has newer states. */
  readonly startAgain: () => Promise<void>;
  /** Whether the learner has a key. */
  readonly isAdmitted: (key: string) => boolean;
  /** Notes that the learner started again without any key. The next `follow` admits them again. */
  readonly forget: () => void;
};

/** Creates it for a learner without any key. */
export function createLearnedKeys(ports: {
  /** The learner, which may run in another learner. */
  readonly learner: {
    readonly admit: (keys: readonly AdmittedKey[]) => unknown;
    readonly release: (keys: readonly string[]) => void;
  };
  readonly sampledKeys: () => readonly string[];
  /** Returns the stored states of some keys. Rejects while the database is unavailable. */
  readonly loadStates: (keys: readonly string[]) => Promise<readonly LoadedKeyState[]>;
}): LearnedKeys {
  const { learner } = ports;
  let admitted = new Set<string>();
  const follow = async (): Promise<void> => {
    const sampled = ports.sampledKeys();
    const left = [...admitted].filter((key) => !sampled.includes(key));
    if (left.length > 0) {
      left.forEach((key) => admitted.delete(key));
      learner.release(left);
    }
    const added = sampled.filter((key) => !admitted.has(key));
    if (added.length > 0) {
      const into = admitted;
      const states = new Map((await ports.loadStates(added)).map(({ key, state }) => [key, state]));
      if (into === admitted) {
        learner.admit(added.map((key) => ({ key, state: states.get(key) })));
        added.forEach((key) => admitted.add(key));
      }
    }
  };
  return {
    follow,
    startAgain: () => {
      learner.release([...admitted]);
      admitted = new Set();
      return follow();
    },
    isAdmitted: (key) => admitted.has(key),
    forget: () => {
      admitted = new Set();
    },
  };
}
