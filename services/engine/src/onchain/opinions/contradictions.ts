import type { TokenFlags } from '@assay/solana/risk/token-risk';
import type { PeerFlags } from '@assay/providers/token-opinion';

/** A flag for which a provider's value and the chain's value differ. */
export type Contradiction = {
  readonly flag: keyof PeerFlags;
  /** The statements of the provider and of the chain, as the end of a sentence. */
  readonly message: string;
};

/** For each flag, the sentence that it means when it is true, and the sentence when it is false. */
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
 * Returns the flags for which a provider contradicts the chain. A value that either side does not know contradicts
 * nothing. For a fee, the function compares only whether there is one, because providers use different units.
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
