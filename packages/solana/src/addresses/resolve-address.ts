import { readAccounts, type ChainSnapshot } from '../account.ts';
import { derivationOf, type Derivation } from '../outcome.ts';
import { addressKind, type AddressKind } from './address-kind.ts';
import { isOnCurve } from './on-curve.ts';
import { addressBytes } from './program-address.ts';

/** The datum of `chain.resolve_address`. */
export type ResolvedAddress = {
  readonly address: string;
  /** Whether a private key can exist for the address. */
  readonly onCurve: boolean;
  readonly exists: boolean;
  readonly kind: AddressKind;
  readonly ownerProgram: string | null;
  readonly executable: boolean;
  readonly lamports: string;
  readonly slot: number;
};

/**
 * Returns the kind and the facts of an address. An address without an account is not a problem: the result is a datum
 * that says so.
 */
export function resolveAddress(snapshot: ChainSnapshot, address: string): Derivation<ResolvedAddress> {
  return derivationOf(() => {
    const [account] = readAccounts(snapshot, [address]);
    return {
      address,
      onCurve: isOnCurve(addressBytes(address)),
      exists: account !== null,
      kind: addressKind(address, account),
      ownerProgram: account?.owner ?? null,
      executable: account?.executable ?? false,
      lamports: (account?.lamports ?? 0n).toString(),
      slot: snapshot.slot,
    };
  });
}
