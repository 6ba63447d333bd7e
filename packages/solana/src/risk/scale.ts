/**
 * The points of each risk factor. `overallRisk` is their sum, at most 100, and higher is riskier. The points say how
 * much a holder can lose by this factor alone. With 40 or more points, the factor can take or trap everything. With 15
 * to 35, it can dilute or block heavily. Below 15, it is a nuisance or a hint. When a part could not be read, its
 * factor has the points of the worst case.
 */
export const riskPoints = {
  /** A private key can create more of the token. */
  mint_authority: 25,
  /** Only a program can create more of the token. */
  mint_authority_program: 10,
  freeze_authority: 15,
  freeze_authority_program: 10,
  permanent_delegate: 45,
  transfer_hook: 30,
  transfer_hook_authority: 15,
  /** The fee is at least 10 % of every transfer. */
  transfer_fee_extreme: 40,
  /** The fee is at least 1 % of every transfer. */
  transfer_fee_high: 15,
  transfer_fee_low: 5,
  transfer_fee_changeable: 10,
  default_frozen: 35,
  paused: 50,
  pausable: 20,
  non_transferable: 60,
  mint_close_authority: 5,
  confidential_balances: 10,
  shown_amount_differs: 3,
  permissioned_burn: 10,
  /** The points of the most dangerous known extension, because an unknown extension can be as dangerous. */
  unknown_extension: 60,
  no_supply: 15,
  /** The ten largest holders have at least 80 %. */
  top_holders_extreme: 30,
  /** The ten largest holders have at least 50 %. */
  top_holders_high: 20,
  /** The ten largest holders have at least 30 %. */
  top_holders_elevated: 10,
  /** One holder has at least 50 %. */
  single_holder_majority: 20,
  /** One holder has at least 20 %. */
  single_holder_large: 10,
  /**
   * The holders could not be read. The points are those of the worst case: one holder has everything
   * (`top_holders_extreme` and `single_holder_majority`).
   */
  holders_unread: 50,
  /**
   * This factor explains why the stated shares are larger than those of the listed accounts. It has no points, because
   * the factors for the shares have them.
   */
  holders_incomplete: 0,
  metadata_mutable: 5,
  metadata_missing: 3,
  /** The metadata could not be read. The points are those of the worst case, `metadata_mutable`. */
  metadata_unread: 5,
  /** Less than 50 % of the pool's liquidity is burned or locked. */
  liquidity_unlocked: 20,
  /** Less than 95 % of the pool's liquidity is burned or locked. */
  liquidity_partly_locked: 10,
  /** The liquidity could not be read. The points are those of the worst case, `liquidity_unlocked`. */
  liquidity_unread: 20,
  /**
   * The token has a pool of an unknown kind or at an unknown address. The points are those of the worst case,
   * `liquidity_unlocked`.
   */
  liquidity_pool_unknown: 20,
  /** The request names no pool, and no pool is among the holders. */
  liquidity_not_examined: 0,
  /** The token is wrapped SOL. The chain does not track its supply, and its holders are no risk. */
  native_mint: 0,
} as const;

/** The identifier of a risk factor. */
export type FactorId = keyof typeof riskPoints;

/** One finding of a risk assessment: its points, and a sentence that explains it. */
export type Factor = { readonly id: FactorId; readonly points: number; readonly detail: string };

/** Returns a finding with the points of its factor. */
export function factor(id: FactorId, detail: string): Factor {
  return { id, points: riskPoints[id], detail };
}

/** Returns the total risk: the sum of all points, at most 100. */
export function overallRisk(factors: readonly Factor[]): number {
  return Math.min(
    100,
    factors.reduce((sum, { points }) => sum + points, 0),
  );
}
