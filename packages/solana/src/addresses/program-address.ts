import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
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
      return { address: base58.encode(digest), bump };
    }
  }
  throw new RangeError('no bump takes these seeds off the curve');
}

/** The bytes of an address that is known to be one. Throws RangeError otherwise. */
export function addressBytes(address: string): Uint8Array {
  const bytes = base58.decode(address);
  if (bytes.length !== 32) {
    throw new RangeError(`not an address: ${address}`);
  }
  return bytes;
}

/**
 * Derived addresses that were worked out before. They never change, and each takes a quarter of a millisecond that a
 * quote would otherwise pay again and again; the bound keeps strangers' questions from filling the memory.
 */
const cache = new Map<string, ProgramAddress>();
const maxCached = 10_000;

type Seed = string | Buffer | { readonly address: string };

function derived(program: string, seeds: readonly Seed[]): ProgramAddress {
  const key = [program, ...seeds.map(seedName)].join(' ');
  const known = cache.get(key);
  if (known !== undefined) {
    return known;
  }
  const found = findProgramAddress(
    seeds.map((seed) => (typeof seed === 'string' || Buffer.isBuffer(seed) ? seed : addressBytes(seed.address))),
    program,
  );
  if (cache.size >= maxCached) {
    const [oldest] = cache.keys();
    cache.delete(oldest ?? key);
  }
  cache.set(key, found);
  return found;
}

function seedName(seed: Seed): string {
  return typeof seed === 'string' ? seed : Buffer.isBuffer(seed) ? seed.toString('hex') : seed.address;
}

/** The associated token account of an owner for a mint, under the token program that owns the mint. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): ProgramAddress {
  return derived(programs.associatedToken, [{ address: owner }, { address: tokenProgram }, { address: mint }]);
}

/** Where Metaplex keeps a mint's metadata. */
export function metadataAddress(mint: string): string {
  const program = programs.tokenMetadata;
  return derived(program, ['metadata', { address: program }, { address: mint }]).address;
}

/** Where the CPMM program keeps its configuration of this number. */
export function cpmmConfigAddress(index: number): string {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(index);
  return derived(programs.cpmm, ['amm_config', number]).address;
}

/** Where the CPMM program itself puts the pool of two mints under a configuration; pools can stand elsewhere too. */
export function cpmmPoolAddress(config: string, mintA: string, mintB: string): string {
  const [first, second] = inByteOrder(mintA, mintB);
  return derived(programs.cpmm, ['pool', { address: config }, { address: first }, { address: second }]).address;
}

/** Where the CPMM program puts the mint of a pool's liquidity. */
export function cpmmLiquidityMintAddress(pool: string): string {
  return derived(programs.cpmm, ['pool_lp_mint', { address: pool }]).address;
}

/** Where DAMM V2 puts the pool of two mints that follows no shared configuration. */
export function dammCustomPoolAddress(mintA: string, mintB: string): string {
  const [first, second] = inByteOrder(mintA, mintB);
  return derived(programs.dammV2, ['cpool', { address: second }, { address: first }]).address;
}

/** Two addresses in the order of their bytes. */
function inByteOrder(a: string, b: string): readonly [first: string, second: string] {
  return Buffer.compare(addressBytes(a), addressBytes(b)) < 0 ? [a, b] : [b, a];
}

/** Where a CPMM pool keeps its tokens of a mint. */
export function cpmmVaultAddress(pool: string, mint: string): string {
  return derived(programs.cpmm, ['pool_vault', { address: pool }, { address: mint }]).address;
}

/** Where a DAMM V2 pool keeps its tokens of a mint. */
export function dammVaultAddress(pool: string, mint: string): string {
  return derived(programs.dammV2, ['token_vault', { address: mint }, { address: pool }]).address;
}

/** Where the upgradeable loader keeps a program's code and upgrade authority. */
export function programDataAddress(program: string): string {
  return derived(programs.upgradeableLoader, [{ address: program }]).address;
}
