import type { TokenFlags } from '@assay/solana/risk/token-risk';
import type { PeerFlags } from '../../providers/token-opinion.ts';

/** One thing about which a provider and the chain differ. */
export type Contradiction = {
  readonly flag: keyof PeerFlags;
  /** What the provider says against what stands on chain; the end of a sentence. */
  readonly sentence: string;
};

/** What each flag means, when it is set and when it is not. */
const meanings: Readonly<Record<keyof PeerFlags, readonly [yes: string, no: string]>> = {
  mintable: ['more of the token can be created', 'no more of the token can be created'],
  freezable: ["holders' accounts can be frozen", "holders' accounts cannot be frozen"],
  closable: ['the mint can be closed', 'the mint cannot be closed'],
  permanentDelegate: ["somebody can move any holder's tokens", "nobody can move other holders' tokens"],
  transferHook: ['transfers run a program of their own', 'transfers run no program of their own'],
  transferFee: ['transfers cost a fee', 'transfers cost no fee'],
  transferFeeChangeable: ['the transfer fee can be changed', 'the transfer fee cannot be changed'],
  defaultFrozen: ['new accounts start frozen', 'new accounts do not start frozen'],
  nonTransferable: ['the token cannot be transferred', 'the token can be transferred'],
  pausable: ['transfers can be paused', 'transfers cannot be paused'],
  metadataMutable: ['what describes the token can be changed', 'what describes the token cannot be changed'],
};

/**
 * What a provider says about a token that is not so on chain. Only a yes against a no is a contradiction: what either side does
 * not know contradicts nothing. Fees are compared as there or not there, since providers write them in different units.
 */
export function contradictions(chain: TokenFlags, peer: PeerFlags): readonly Contradiction[] {
  const onChain: PeerFlags = { ...chain, transferFee: chain.transferFeeBps > 0 };
  return flagNames.flatMap((name) => {
    const [said, stands] = [peer[name], onChain[name]];
    if (said === null || stands === null || said === stands) {
      return [];
    }
    const [yes, no] = meanings[name];
    return [{ flag: name, sentence: `it says that ${said ? yes : no}, while on chain ${stands ? yes : no}` }];
  });
}

const flagNames = Object.keys(meanings) as readonly (keyof PeerFlags)[];
