/** Addresses of the programs that this package knows. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  stake: 'Stake11111111111111111111111111111111111111',
  vote: 'Vote111111111111111111111111111111111111111',
  upgradeableLoader: 'BPFLoaderUpgradeab1e11111111111111111111111',
  lookupTable: 'AddressLookupTab1e1111111111111111111111111',
  sysvar: 'Sysvar1111111111111111111111111111111111111',
  cpmm: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  dammV2: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  tokenMetadata: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  pythReceiver: 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ',
  // Pyth's second receiver program. It is the main one since the upgrade of 2026-08-26:
  // https://docs.pyth.network/price-feeds/core/upgrade/contracts, read 2026-11-27.
  pythUpgradedReceiver: 'rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp',
} as const;

/**
 * The address of the Clock sysvar, which contains the slot, the epoch and the time. Every derivation that depends on
 * time reads it from its own snapshot.
 */
export const clockAddress = 'SysvarC1ock11111111111111111111111111111111';

/** The mint of wrapped SOL. The token program does not track its supply. */
export const nativeMint = 'So11111111111111111111111111111111111111112';

/**
 * The mints against which most tokens are traded: SOL and the two largest dollar coins. Each of them has many pools, so
 * the liquidity of one pool says nothing about them.
 */
export const counterparts: readonly string[] = [
  nativeMint,
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
];

/** The authority that owns every CPMM vault. */
export const cpmmAuthority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL';

/** The authority that owns every DAMM V2 vault. */
export const dammV2Authority = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC';

/** The authority that owns permanently locked CPMM liquidity tokens. */
export const cpmmLockAuthority = '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH';

/** Returns whether a program is SPL Token or Token-2022. */
export function isTokenProgram(program: string): boolean {
  return program === programs.token || program === programs.token2022;
}
