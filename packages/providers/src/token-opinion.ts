import { z } from 'zod';

const flag = z.boolean().nullable();

const flags = z.object({
  mintable: flag,
  freezable: flag,
  closable: flag,
  permanentDelegate: flag,
  transferHook: flag,
  transferFee: flag,
  transferFeeChangeable: flag,
  defaultFrozen: flag,
  nonTransferable: flag,
  pausable: flag,
  metadataMutable: flag,
});

/**
 * A provider's statements about a token, by flag: true, false, or null when the provider does not state it. Null never
 * means no.
 */
export type PeerFlags = Readonly<z.infer<typeof flags>>;

/**
 * The datum of an opinion on a token's risk, in the same form for all providers. The decision stores the provider's
 * score. That score does not influence our verdict, because the provider does not publish its rules.
 */
export const tokenOpinion = z.object({
  flags,
  /** The provider's score as 0 to 100, higher is riskier. Null when the provider gives none. */
  riskScore: z.number().min(0).max(100).nullable(),
  /** The time of the report according to the provider. Absent when the report states none. */
  asOf: z.string().max(40).optional(),
});

const silent: PeerFlags = {
  mintable: null,
  freezable: null,
  closable: null,
  permanentDelegate: null,
  transferHook: null,
  transferFee: null,
  transferFeeChangeable: null,
  defaultFrozen: null,
  nonTransferable: null,
  pausable: null,
  metadataMutable: null,
};

/** Returns a complete set of flags from those that a provider states. All other flags are null. */
export function peerFlags(statedFlags: Partial<PeerFlags>): PeerFlags {
  return { ...silent, ...statedFlags };
}
