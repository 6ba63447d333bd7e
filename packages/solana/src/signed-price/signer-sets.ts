/**
 * The two kinds of signers of Pyth's prices. The guardians of Wormhole signed until the upgrade of 2026-08-26, and
 * Pyth's own routers have signed since then.
 */
export type SignerKind = 'guardians' | 'routers';

/** A set of signers that this process believes. */
export type SignerSet = {
  readonly kind: SignerKind;
  /** The number of the set within its kind. A signed message states the number of the set that signed it. */
  readonly index: number;
  /**
   * The signers' addresses in order. An address is the last 20 bytes of the Keccak-256 hash of a public key, as
   * lower-case hex.
   */
  readonly addresses: readonly string[];
  /**
   * The first publication time for which the set may sign, in seconds since the Unix epoch. Absent when there is no
   * lower limit.
   */
  readonly fromSeconds?: number;
  /**
   * The first publication time for which the set may no longer sign, in seconds since the Unix epoch. Absent while the
   * set is in force.
   */
  readonly untilSeconds?: number;
};

/** The rules for a kind of signers. */
export type SignerRules = {
  /** Returns how many signers of a set must have signed a message. `signers` is the size of the set. */
  readonly quorumOf: (signers: number) => number;
  /** The address from which the roots of prices are sent, as lower-case hex. */
  readonly emitter: string;
};

/** Wormhole's number for Pyth's own chain. Messages with prices come from this chain, whichever kind signs them. */
export const pythnetChain = 26;

/**
 * The quorum and the sender of each kind.
 *
 * - Guardians: more than two thirds of the set. https://wormhole.com/docs/protocol/infrastructure/vaas/
 * - Routers: 3 of 5, as the receiver's configuration on Solana states (`minimum_signatures`). The sender is the text
 *   "Pythnet", repeated to 32 bytes. https://docs.pyth.network/price-feeds/core/upgrade/how-it-works and
 *   https://github.com/akash-network/node/pull/2079, both read 2026-11-27.
 */
export const signerRules: Readonly<Record<SignerKind, SignerRules>> = {
  guardians: {
    quorumOf: (signers) => Math.floor((signers * 2) / 3) + 1,
    emitter: 'e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71',
  },
  routers: {
    quorumOf: (signers) => Math.floor(signers / 2) + 1,
    emitter: '507974686e6574507974686e6574507974686e6574507974686e657450797468',
  },
};

/**
 * The time of the upgrade, in seconds since the Unix epoch: 2026-08-26 16:00 UTC. Since then, Pyth's contracts believe
 * the routers. Source: https://docs.pyth.network/pro/pyth-core-upgrade, read 2026-11-27.
 */
export const upgradedAtSeconds = Date.UTC(2026, 7, 26, 16) / 1_000;

/**
 * The guardians of Wormhole that signed prices before the upgrade: set 5, which a quorum of set 4 approved on
 * 2026-03-15. signer-sets.test.ts verifies the signatures of that approval. Sources: the upgrade message of Wormhole's
 * governance emitter, and set 4 as two public programs list it: Wormhole's explorer (wormhole-foundation,
 * `GUARDIAN_SET_4`) and the oracle contract of the chain grug.
 */
const guardians: SignerSet = {
  kind: 'guardians',
  index: 5,
  untilSeconds: upgradedAtSeconds,
  addresses: [
    '5893b5a76c3f739645648885bdccc06cd70a3cd3',
    'ff6cb952589bde862c25ef4392132fb9d4a42157',
    '114de8460193bdf3a2fcf81f86a09765f4762fd1',
    '107a0086b32d7a0977926a205131d8731d39cbeb',
    '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
    '11b39756c042441be6d8650b69b54ebe715e2343',
    '938f104aeb5581293216ce97d771e0cb721221b1',
    '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20',
    '74a3bf913953d695260d88bc1aa25a4eee363ef0',
    '000ac0076727b35fbea2dac28fee5ccb0fea768e',
    'af45ced136b9d9e24903464ae889f5c8a723fc14',
    'f93124b7c738843cbb89e864c862c38cddcccf95',
    'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
    'da798f6896a3331f64b48c12d1d57fd9cbe70811',
    'd1f64e26238811de5553c40f64af41ee1b6057cc',
    '43ac8f567a31e7850da532b361988bfe0d3ae11b',
    '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
    '5e1487f35515d02a92753504a8d75471b9f49edb',
    '6fbebc898f403e4773e95feb15e80c9a99c8348d',
  ],
};

/**
 * The first routers. Their set has no lower limit, because they began to sign before the upgrade. They signed until set
 * 1 replaced two of them. The verifier's account on Solana stated set 0 on 2026-08-27 and set 1 on 2026-09-05, and the
 * verifier accepts a replaced set for one more day (`guardian_set_expiry` 86,400 seconds). Sources, read 2026-11-27:
 * https://github.com/akash-network/node/pull/2079 (upgrade v2.1.0), and two public reads of the accounts of the
 * verifier HDw2E7P8X1SkCyjvoGsfBGAVUutKcj874bXjHrpVYrVL.
 */
const firstRouters: SignerSet = {
  kind: 'routers',
  index: 0,
  untilSeconds: Date.UTC(2026, 8, 6, 12) / 1_000,
  addresses: [
    '41534bb176e461a3fb30479400f210549ecce638',
    '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
    '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
    'd9d7d4529577864352c9a6539a48238fcd447052',
    '1663a5a822336ece48559b1dfb1e93a017a7dac3',
  ],
};

/**
 * The current routers. Four routers of set 0 approved them, and signer-sets.test.ts verifies the signatures of that
 * approval. Source: `contract_manager/src/store/guardian_sets/ProCompatibleProductionGuardianSetVaas.json` of
 * https://github.com/pyth-network/pyth-crosschain, read 2026-11-27.
 */
const routers: SignerSet = {
  kind: 'routers',
  index: 1,
  addresses: [
    '41534bb176e461a3fb30479400f210549ecce638',
    '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
    '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
    '13edc776d3063549fdb0702af182edc905a539d4',
    '3af088854bb768065f4929e5bbdfa4cbb04c9af9',
  ],
};

/** Every set that has signed Pyth's prices since March 2026. */
export const pythSigners: readonly SignerSet[] = [guardians, firstRouters, routers];
