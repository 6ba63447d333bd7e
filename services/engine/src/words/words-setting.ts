/** The setting by which each account decides whether Assay stores the words of its questions. */
export type WordsSetting = {
  /**
   * Returns whether the words of an account's questions may be stored and shown. Before the first read of the setting,
   * this is false for every account, so that no words are stored against an account's wish.
   */
  readonly keepsWords: (accountId: string) => boolean;
  /** Changes the setting of an account, and rejects when it cannot be stored. */
  readonly change: (accountId: string, keepsWords: boolean) => Promise<void>;
  /** Reads the setting of all accounts again, because another replica may have changed it. */
  readonly refresh: () => Promise<void>;
};

/** The dependencies of the setting. */
export type WordsSettingPorts = {
  /** Returns the accounts whose words must not be stored. */
  readonly load: () => Promise<readonly string[]>;
  readonly store: (accountId: string, keepsWords: boolean) => Promise<void>;
};

/**
 * Creates the setting. It stays in memory, so that a call reads no database. It is small, because few accounts change
 * it.
 */
export function createWordsSetting({ load, store }: WordsSettingPorts): WordsSetting {
  let without: ReadonlySet<string> | undefined;
  const refresh = async (): Promise<void> => {
    without = new Set(await load());
  };
  return {
    keepsWords: (accountId) => without !== undefined && !without.has(accountId),
    change: async (accountId, keepsWords) => {
      await store(accountId, keepsWords);
      await refresh();
    },
    refresh,
  };
}
