import type { ChainAccount } from '../chain/account.ts';
import { addressIn, u64Bytes } from '../chain/bytes.ts';
import { programIds, sysvarIds } from '../chain/program-ids.ts';
import { cpmmAuthority, cpmmDiscriminators, cpmmPoolFields } from '../chain/programs/cpmm.ts';
import { dammDiscriminators, dammPoolFields } from '../chain/programs/damm-pool.ts';
import { dammAuthority, dammEventAuthority } from '../chain/programs/damm-v2.ts';
import type { Instruction, AccountMeta } from '../chain/runtime/invocation.ts';

/** The parameters of a swap of an exact input. */
export type PoolSwap = {
  readonly pool: string;
  readonly payer: string;
  readonly userIn: string;
  readonly userOut: string;
  readonly mintIn: string;
  readonly amountIn: bigint;
  readonly minOut?: bigint;
  /** A token account that receives a referral's share of a DAMM V2 pool's fee. */
  readonly referral?: string;
  /** Whether to use DAMM V2's older instruction `swap` instead of `swap2`. */
  readonly firstForm?: boolean;
  readonly showsInstructions?: boolean;
};

const writable = (address: string): AccountMeta => ({ address, signer: false, writable: true });
const readable = (address: string): AccountMeta => ({ address, signer: false, writable: false });
const signing = (address: string): AccountMeta => ({ address, signer: true, writable: false });

/** Returns the instruction of a swap. The function finds the other accounts of the swap in the pool's data. */
export function swapInstruction(read: (address: string) => ChainAccount | undefined, swap: PoolSwap): Instruction {
  const pool = read(swap.pool);
  if (pool === undefined) {
    throw new Error(`there is no pool at ${swap.pool}`);
  }
  return pool.owner === programIds.cpmm ? cpmmSwap(pool.data, swap) : dammSwap(read, pool.data, swap);
}

function cpmmSwap(pool: Uint8Array, swap: PoolSwap): Instruction {
  const at = (offset: number): string => addressIn(pool, offset);
  const { vaults, mints, tokenPrograms, config, observation } = cpmmPoolFields;
  const [inside, outside] = at(mints[0]) === swap.mintIn ? ([0, 1] as const) : ([1, 0] as const);
  return {
    program: programIds.cpmm,
    accounts: [
      signing(swap.payer),
      readable(cpmmAuthority),
      readable(at(config)),
      writable(swap.pool),
      writable(swap.userIn),
      writable(swap.userOut),
      writable(at(vaults[inside])),
      writable(at(vaults[outside])),
      readable(at(tokenPrograms[inside])),
      readable(at(tokenPrograms[outside])),
      readable(at(mints[inside])),
      readable(at(mints[outside])),
      writable(at(observation)),
    ],
    data: Buffer.concat([cpmmDiscriminators.swapBaseInput, u64Bytes(swap.amountIn), u64Bytes(swap.minOut ?? 0n)]),
  };
}

function dammSwap(read: (address: string) => ChainAccount | undefined, pool: Uint8Array, swap: PoolSwap): Instruction {
  const [mintA, mintB, vaultA, vaultB] = [...dammPoolFields.mints, ...dammPoolFields.vaults].map((offset) =>
    addressIn(pool, offset),
  ) as [string, string, string, string];
  const amounts = [u64Bytes(swap.amountIn), u64Bytes(swap.minOut ?? 0n)];
  return {
    program: programIds.dammV2,
    accounts: [
      readable(dammAuthority),
      writable(swap.pool),
      writable(swap.userIn),
      writable(swap.userOut),
      writable(vaultA),
      writable(vaultB),
      readable(mintA),
      readable(mintB),
      signing(swap.payer),
      readable(read(mintA)?.owner ?? ''),
      readable(read(mintB)?.owner ?? ''),
      swap.referral === undefined ? readable(programIds.dammV2) : writable(swap.referral),
      readable(dammEventAuthority),
      readable(programIds.dammV2),
      ...(swap.showsInstructions === true ? [readable(sysvarIds.instructions)] : []),
    ],
    data:
      swap.firstForm === true
        ? Buffer.concat([dammDiscriminators.swap, ...amounts])
        : Buffer.concat([dammDiscriminators.swap2, ...amounts, Uint8Array.of(0)]),
  };
}
