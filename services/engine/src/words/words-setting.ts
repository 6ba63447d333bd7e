/** Whether Assay stores the words of each account's questions. */
export type WordsSetting = {
  /**
   * Returns whether the words of an account may be stored and shown. False for every account until the setting was
   * read, so that no words are stored against an account's wish.
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

/** Creates the setting. It reads no database for a call, because few accounts turn their words off. */
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
