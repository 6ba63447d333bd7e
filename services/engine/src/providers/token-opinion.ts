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

/** What a provider says about a token, as yes, no, or null where it does not say: silence is never a no. */
export type PeerFlags = Readonly<z.infer<typeof flags>>;

/**
 * What a provider's answer about a token's risk is read as, whatever its own format. Its score is kept for the record and
 * never enters ours: nobody says how it comes about.
 */
export const tokenOpinion = z.object({
  flags,
  /** Turned to our direction and range, 0 to 100 and higher is riskier; null where the provider gives none. */
  riskScore: z.number().min(0).max(100).nullable(),
  asOf: z.string(),
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

/** The flags of a provider that speaks about some of them only. */
export function peerFlags(known: Partial<PeerFlags>): PeerFlags {
  return { ...silent, ...known };
}
