/** Addresses of the programs that the sandbox knows. */
export const programIds = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  cpmm: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  dammV2: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  stake: 'Stake11111111111111111111111111111111111111',
  vote: 'Vote111111111111111111111111111111111111111',
  addressLookupTable: 'AddressLookupTab1e1111111111111111111111111',
  metaplexMetadata: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  lpLock: 'LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE',
  /**
   * Programs of Pyth: a receiver owns the price accounts, and a push oracle derives their addresses. Since the upgrade
   * of 2026-08-26, Pyth runs two receivers and two push oracles. Source:
   * https://docs.pyth.network/price-feeds/core/upgrade/contracts, read 2026-11-27.
   */
  pythUpgradedReceiver: 'rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp',
  pythUpgradedPushOracle: 'pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou',
  pythReceiver: 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ',
  pythPushOracle: 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT',
  upgradeableLoader: 'BPFLoaderUpgradeab1e11111111111111111111111',
  loaderV2: 'BPFLoader2111111111111111111111111111111111',
  nativeLoader: 'NativeLoader1111111111111111111111111111111',
} as const;

/** Addresses of the sysvars (accounts that the runtime maintains), and the address of their owner. */
export const sysvarIds = {
  owner: 'Sysvar1111111111111111111111111111111111111',
  clock: 'SysvarC1ock11111111111111111111111111111111',
  rent: 'SysvarRent111111111111111111111111111111111',
  instructions: 'Sysvar1nstructions1111111111111111111111111',
} as const;
