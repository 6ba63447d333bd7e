import { createHash } from 'node:crypto';
import { decodeAddress, encodeAddress } from '../base58.ts';
import { programs } from '../programs.ts';
import { isOnCurve } from './on-curve.ts';

const marker = 'ProgramDerivedAddress';

/** An address that only its program can sign for, and the bump seed that took it off the curve. */
export type ProgramAddress = { readonly address: string; readonly bump: number };

/**
 * The program-derived address of these seeds: the first off the curve, counting the bump down from 255.
 * Throws RangeError when no bump gives one (no such seeds are known) or `program` is no address.
 */
export function findProgramAddress(seeds: readonly (string | Uint8Array)[], program: string): ProgramAddress {
  const prefix = createHash('sha256');
  for (const seed of seeds) {
    prefix.update(seed);
  }
  const programBytes = addressBytes(program);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const digest = prefix.copy().update(Uint8Array.of(bump)).update(programBytes).update(marker).digest();
    if (!isOnCurve(digest)) {
      return { address: encodeAddress(digest), bump };
    }
  }
  throw new RangeError('no bump takes these seeds off the curve');
}

/** The bytes of an address that is known to be one. Throws RangeError otherwise. */
export function addressBytes(address: string): Uint8Array {
  const bytes = decodeAddress(address);
  if (bytes === undefined) {
    throw new RangeError(`not an address: ${address}`);
  }
  return bytes;
}

/** The associated token account of an owner for a mint, under the token program that owns the mint. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): ProgramAddress {
  return findProgramAddress(
    [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)],
    programs.associatedToken,
  );
}

/** Where Metaplex keeps a mint's metadata. */
export function metadataAddress(mint: string): string {
  const program = addressBytes(programs.tokenMetadata);
  return findProgramAddress(['metadata', program, addressBytes(mint)], programs.tokenMetadata).address;
}

/** Where a CPMM pool keeps its tokens of a mint. */
export function cpmmVaultAddress(pool: string, mint: string): string {
  return findProgramAddress(['pool_vault', addressBytes(pool), addressBytes(mint)], programs.cpmm).address;
}

/** Where a DAMM V2 pool keeps its tokens of a mint. */
export function dammVaultAddress(pool: string, mint: string): string {
  return findProgramAddress(['token_vault', addressBytes(mint), addressBytes(pool)], programs.dammV2).address;
}

/** Where the upgradeable loader keeps a program's code and upgrade authority. */
export function programDataAddress(program: string): string {
  return findProgramAddress([addressBytes(program)], programs.upgradeableLoader).address;
}
