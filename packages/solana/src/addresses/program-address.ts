import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { LRUCache } from 'lru-cache';
import { programs } from '../programs.ts';
import { isOnCurve } from './on-curve.ts';

const marker = 'ProgramDerivedAddress';

/**
 * An address for which only its program can sign, and its bump. The bump is the last seed, which is chosen so that the
 * address is off the curve.
 */
export type ProgramAddress = { readonly address: string; readonly bump: number };

/**
 * Returns the program-derived address of these seeds. It tries the bumps from 255 downwards until an address is off the
 * curve. Throws RangeError when no bump gives such an address, which is not known to happen.
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
      return { address: base58.encode(digest), bump };
    }
  }
  throw new RangeError('no bump takes these seeds off the curve');
}

/** Returns the 32 bytes of an address. Throws for any other text, so use it only for validated addresses. */
export function addressBytes(address: string): Uint8Array {
  const bytes = base58.decode(address);
  if (bytes.length !== 32) {
    throw new RangeError(`not an address: ${address}`);
  }
  return bytes;
}

/**
 * Derived addresses by program and seeds. A derivation takes 0.25 ms, and its result never changes. The cache has a
 * maximum size, because callers choose the addresses.
 */
const cache = new LRUCache<string, ProgramAddress>({ max: 10_000 });

type Seed = string | Buffer | { readonly address: string };

function derived(program: string, seeds: readonly Seed[]): ProgramAddress {
  const key = [program, ...seeds.map(seedName)].join(' ');
  const cachedAddress = cache.get(key);
  if (cachedAddress !== undefined) {
    return cachedAddress;
  }
  const derivedAddress = findProgramAddress(
    seeds.map((seed) => (typeof seed === 'string' || Buffer.isBuffer(seed) ? seed : addressBytes(seed.address))),
    program,
  );
  cache.set(key, derivedAddress);
  return derivedAddress;
}

function seedName(seed: Seed): string {
  return typeof seed === 'string' ? seed : Buffer.isBuffer(seed) ? seed.toString('hex') : seed.address;
}

/** Returns the associated token account of an owner for a mint. `tokenProgram` is the program that owns the mint. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): ProgramAddress {
  return derived(programs.associatedToken, [{ address: owner }, { address: tokenProgram }, { address: mint }]);
}

/** Returns the address of the Metaplex metadata account of a mint. */
export function metadataAddress(mint: string): string {
  const program = programs.tokenMetadata;
  return derived(program, ['metadata', { address: program }, { address: mint }]).address;
}

/**
 * Returns the address of a configuration account of the CPMM program. Configurations have numbers from 0, the index.
 */
export function cpmmConfigAddress(index: number): string {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(index);
  return derived(programs.cpmm, ['amm_config', number]).address;
}

/**
 * Returns the standard address of the CPMM pool of two mints under a configuration. A pool can also have another
 * address.
 */
export function cpmmPoolAddress(config: string, mintA: string, mintB: string): string {
  const [first, second] = inByteOrder(mintA, mintB);
  return derived(programs.cpmm, ['pool', { address: config }, { address: first }, { address: second }]).address;
}

/** Returns the address of the mint of a CPMM pool's liquidity tokens. */
export function cpmmLiquidityMintAddress(pool: string): string {
  return derived(programs.cpmm, ['pool_lp_mint', { address: pool }]).address;
}

/** Returns the address of the DAMM V2 pool of two mints that has a configuration of its own instead of a shared one. */
export function dammCustomPoolAddress(mintA: string, mintB: string): string {
  const [first, second] = inByteOrder(mintA, mintB);
  return derived(programs.dammV2, ['cpool', { address: second }, { address: first }]).address;
}

/** Returns two addresses in the order of their bytes. */
function inByteOrder(a: string, b: string): readonly [first: string, second: string] {
  return Buffer.compare(addressBytes(a), addressBytes(b)) < 0 ? [a, b] : [b, a];
}

/** Returns the address of the vault in which a CPMM pool holds a mint's tokens. */
export function cpmmVaultAddress(pool: string, mint: string): string {
  return derived(programs.cpmm, ['pool_vault', { address: pool }, { address: mint }]).address;
}

/** Returns the address of the vault in which a DAMM V2 pool holds a mint's tokens. */
export function dammVaultAddress(pool: string, mint: string): string {
  return derived(programs.dammV2, ['token_vault', { address: mint }, { address: pool }]).address;
}

/** Returns the address of the account that holds a program's code and upgrade authority. */
export function programDataAddress(program: string): string {
  return derived(programs.upgradeableLoader, [{ address: program }]).address;
}
