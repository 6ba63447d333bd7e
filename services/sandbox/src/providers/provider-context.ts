import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';
import type { SignerSetName } from '../control/signers.ts';

/** The synthetic market that the mock providers serve. */
export type ProviderContext = {
  readonly seed: string;
  readonly market: Market;
  readonly funding: FundingOf;
  /** Returns the signer set that signs Pyth's prices now. */
  readonly signerSet: () => SignerSetName;
  /** Returns the slot of the sandbox's chain that was the newest `milliseconds` ago. */
  readonly slotBefore: (milliseconds: number) => number;
};
