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

/** A provider's statements about a token: true, false, or null when it does not state a flag. Null is never a no. */
export type PeerFlags = Readonly<z.infer<typeof flags>>;

/**
 * The datum of an opinion on a token's risk, whatever the provider's own format. The decision stores its score. The
 * score never enters ours, because its rules are not published.
 */
export const tokenOpinion = z.object({
  flags,
  /** The provider's score as 0 to 100, higher is riskier. Null when the provider gives none. */
  riskScore: z.number().min(0).max(100).nullable(),
  /** The provider's own time of the report. Absent when it states none. */
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

/** Returns the flags of a provider that states only some of them. */
export function peerFlags(known: Partial<PeerFlags>): PeerFlags {
  return { ...silent, ...known };
}
