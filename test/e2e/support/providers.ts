import { setProvider, type System } from './system.ts';

/** Providers that a test has behave in other ways than well. */
export type Troubles = {
  /** Has providers behave in some way until `restore`. */
  readonly behave: (ids: readonly string[], state: object) => Promise<void>;
  /** Makes all of them well again, and says whether there was any. */
  readonly restore: () => Promise<boolean>;
};

/** Creates the troubles of one test file. */
export function openTroubles(system: Pick<System, 'sandboxUrl'>): Troubles {
  const troubled = new Set<string>();
  return {
    behave: async (ids, state) => {
      for (const id of ids) {
        troubled.add(id);
        await setProvider(system, id, state);
      }
    },
    restore: async () => {
      const wasTroubled = troubled.size > 0;
      for (const id of troubled) {
        await setProvider(system, id, { state: 'up' });
      }
      troubled.clear();
      return wasTroubled;
    },
  };
}
