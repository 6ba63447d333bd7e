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
 * A provider's statements about a token: true, false, or null when the provider does not state the flag. Null never means
 * no.
 */
export type PeerFlags = Readonly<z.infer<typeof flags>>;

/**
 * The datum of an opinion on a token's risk, in the same form for all providers. The decision stores the provider's score.
 * The score does not influence ours, because its rules are not published.
 */
export const tokenOpinion = z.object({
  flags,
  /** The provider's score as 0 to 100, higher is riskier. Null when the provider gives none. */
  riskScore: z.number().min(0).max(100).nullable(),
  /** The provider's own time of the report. Absent when the report has none. */
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

/** Returns the flags of a provider that states only some of them. The others are null. */
export function peerFlags(statedFlags: Partial<PeerFlags>): PeerFlags {
  return { ...silent, ...statedFlags };
}
