import type { AdmittedKey } from './learner.ts';
import type { LoadedKeyState } from './key-state.ts';

/** Makes a learner follow the sampled keys. */
export type LearnedKeys = {
  /**
   * Admits new sampled keys with their stored states, and releases keys that are no longer sampled. While the database
   * is unavailable it admits no new key, because an empty state would later overwrite the stored one.
   */
  readonly follow: () => Promise<void>;
  /** Admits all sampled keys again. A new leader calls it, because the previous leader has stored newer states. */
  readonly startAgain: () => Promise<void>;
  /** Whether the learner has admitted a key. */
  readonly isAdmitted: (key: string) => boolean;
  /** Notes that the learner was restarted and has no keys. The next `follow` admits all keys again. */
  readonly forget: () => void;
};

/** Creates the follower for a learner that has no keys. */
export function createLearnedKeys(ports: {
  /** The learner, which may run in another thread. */
  readonly learner: {
    readonly admit: (keys: readonly AdmittedKey[]) => unknown;
    readonly release: (keys: readonly string[]) => void;
  };
  readonly sampledKeys: () => readonly string[];
  /** Returns the stored states of keys. Rejects while the database is unavailable. */
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
