/**
 * The scale of `overallRisk`: 0 to 100, higher is riskier. It is the sum of the points of every factor found, cut at
 * 100. Points say how much a factor alone lets somebody take from a holder: 40 and more can take or trap everything,
 * 15 to 35 can dilute or block heavily, under 15 is a nuisance or a hint. What could not be read has points too.
 */
export const riskPoints = {
  /** More of the token can be created by whoever holds a key. */
  mint_authority: 25,
  /** More of it can be created, but only by a program's rules. */
  mint_authority_program: 10,
  freeze_authority: 15,
  freeze_authority_program: 10,
  permanent_delegate: 45,
  transfer_hook: 30,
  transfer_hook_authority: 15,
  /** A tenth of every transfer or more. */
  transfer_fee_extreme: 40,
  /** A hundredth or more. */
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
  unknown_extension: 25,
  no_supply: 15,
  /** Ten holders have four fifths or more. */
  top_holders_extreme: 30,
  /** Ten holders have half or more. */
  top_holders_high: 20,
  /** Ten holders have three tenths or more. */
  top_holders_elevated: 10,
  /** One holder has half or more. */
  single_holder_majority: 20,
  /** One holder has a fifth or more. */
  single_holder_large: 10,
  holders_unread: 20,
  holders_incomplete: 20,
  metadata_mutable: 5,
  metadata_missing: 3,
  metadata_unread: 5,
  /** Less than half of the pool's liquidity is known to be burned or locked. */
  liquidity_unlocked: 20,
  /** Less than 95 hundredths are. */
  liquidity_partly_locked: 10,
  liquidity_unread: 20,
  /** Said for completeness: no pool was named, so this part was not asked about. */
  liquidity_not_examined: 0,
  /** Said for completeness: wrapped SOL has neither a counted supply nor holders that matter. */
  native_mint: 0,
} as const;

/** The id of a factor. */
export type FactorId = keyof typeof riskPoints;

/** One finding: what it adds to the score and the sentence that says why. */
export type Factor = { readonly id: FactorId; readonly points: number; readonly detail: string };

/** A finding with the points of its kind. */
export function factor(id: FactorId, detail: string): Factor {
  return { id, points: riskPoints[id], detail };
}

/** The score of all findings, 0 to 100. */
export function overallRisk(factors: readonly Factor[]): number {
  return Math.min(
    100,
    factors.reduce((sum, { points }) => sum + points, 0),
  );
}
