import type { TokenFlags } from '@assay/solana/risk/token-risk';
import type { PeerFlags } from '@assay/providers/token-opinion';

/** A flag for which a provider's value and the chain's value differ. */
export type Contradiction = {
  readonly flag: keyof PeerFlags;
  /** What the provider and the chain state about the flag, as the end of a sentence. */
  readonly message: string;
};

/** For each flag, two sentences: what the flag means if it is true, and what it means if it is false. */
const meanings: Readonly<Record<keyof PeerFlags, readonly [yes: string, no: string]>> = {
  mintable: ['more of the token can be created', 'no more of the token can be created'],
  freezable: ["holders' accounts can be frozen", "holders' accounts cannot be frozen"],
  closable: ['the mint can be closed', 'the mint cannot be closed'],
  permanentDelegate: ["somebody can move any holder's tokens", "nobody can move other holders' tokens"],
  transferHook: ['transfers run an extra program', 'transfers run no extra program'],
  transferFee: ['transfers cost a fee', 'transfers cost no fee'],
  transferFeeChangeable: ['the transfer fee can be changed', 'the transfer fee cannot be changed'],
  defaultFrozen: ['new accounts start frozen', 'new accounts do not start frozen'],
  nonTransferable: ['the token cannot be transferred', 'the token can be transferred'],
  pausable: ['transfers can be paused', 'transfers cannot be paused'],
  metadataMutable: ["the token's metadata can be changed", "the token's metadata cannot be changed"],
};

/**
 * Returns the flags for which a provider contradicts the chain. If the provider or the chain does not know a flag,
 * there is no contradiction. Of a fee, only its existence is compared, because providers use different units.
 */
export function contradictions(chain: TokenFlags, peer: PeerFlags): readonly Contradiction[] {
  const onChain: PeerFlags = { ...chain, transferFee: chain.transferFeeBps > 0 };
  return flagNames.flatMap((name) => {
    const [stated, actual] = [peer[name], onChain[name]];
    if (stated === null || actual === null || stated === actual) {
      return [];
    }
    const [yes, no] = meanings[name];
    return [{ flag: name, message: `it says that ${stated ? yes : no}, while on chain ${actual ? yes : no}` }];
  });
}

const flagNames = Object.keys(meanings) as readonly (keyof PeerFlags)[];
