import { associatedTokenAddress, dammVaultAddress } from '@assay/solana/addresses/program-address';
import type { SwapRequest } from '@assay/solana/quotes/swap-quote';
import type { ChainAccount } from '../../../services/sandbox/src/chain/account.ts';
import { addressIn } from '../../../services/sandbox/src/chain/bytes.ts';
import { cpmmPoolFields } from '../../../services/sandbox/src/chain/programs/cpmm.ts';
import { dammPoolFields, readDammPool } from '../../../services/sandbox/src/chain/programs/damm-pool.ts';
import { dammAuthority } from '../../../services/sandbox/src/chain/programs/damm-v2.ts';
import { programIds } from '../../../services/sandbox/src/chain/program-ids.ts';
import {
  accountOf,
  hasFee,
  holding,
  ledgerOf,
  named,
  plainMint,
  type SwapVector,
} from '../../../services/sandbox/src/testing/swap-vectors.ts';

/** A recorded swap, with a payer whose accounts can make the swap. */
export type VectorTrade = {
  readonly ledger: ReadonlyMap<string, ChainAccount>;
  readonly request: SwapRequest;
  /** Whether all accounts of the pool were recorded, so that the pool's program can run. */
  readonly whole: boolean;
};

/**
 * Returns the trade of a recorded swap. The payer's input account holds exactly the input amount.
 * @param output whether the payer's output account exists. If it is missing, it is the payer's associated account,
 * which the swap must create first.
 */
export function vectorTrade(vector: SwapVector, output: 'existing' | 'missing'): VectorTrade {
  const ledger = ledgerOf(vector);
  const pool = vector.accounts['pool']?.address ?? '';
  if (ledger.get(pool)?.owner === programIds.dammV2) {
    addUnrecorded(ledger, pool);
  }
  const mints = mintsOf(ledger, pool);
  const mintOut = mints[0] === vector.input.mint ? mints[1] : mints[0];
  const programOf = (mint: string): string => ledger.get(mint)?.owner ?? '';
  const payer = vector.input.payer ?? named('payer');
  const hold = (mint: string, amount: bigint): ChainAccount =>
    holding(mint, payer, amount, programOf(mint), hasFee(ledger.get(mint)));
  const [inputTokenAccount, existing] = [named('user in'), named('user out')];
  const amountIn = BigInt(vector.input.amountIn);
  ledger.set(payer, accountOf(programIds.system));
  ledger.set(inputTokenAccount, hold(vector.input.mint, amountIn));
  ledger.set(existing, hold(mintOut, 7n));
  const outputTokenAccount =
    output === 'existing' ? existing : associatedTokenAddress(payer, mintOut, programOf(mintOut)).address;
  const request = { pool, payer, inputTokenAccount, outputTokenAccount, amountIn };
  return { ledger, request, whole: vaultsOf(ledger, pool).every((vault) => ledger.has(vault)) };
}

/**
 * Adds the vaults and mints of a real pool. They were not recorded, because the amounts of a swap do not depend on
 * them.
 */
function addUnrecorded(ledger: Map<string, ChainAccount>, pool: string): void {
  const { mints, vaults } = readDammPool(ledger.get(pool)?.data ?? new Uint8Array());
  for (const [index, mint] of mints.entries()) {
    const vault = vaults[index] ?? '';
    if (!ledger.has(mint)) {
      ledger.set(mint, accountOf(programIds.token, plainMint()));
    }
    // One pool was recorded without its own address, so it has another address here. The addresses of its vaults do not
    // follow from that address.
    if (!ledger.has(vault) && dammVaultAddress(pool, mint) === vault) {
      ledger.set(vault, holding(mint, dammAuthority, 2n ** 63n, programIds.token));
    }
  }
}

function vaultsOf(ledger: ReadonlyMap<string, ChainAccount>, pool: string): readonly string[] {
  const { owner, data } = ledger.get(pool) ?? accountOf(programIds.system);
  const offsets = owner === programIds.cpmm ? cpmmPoolFields.vaults : dammPoolFields.vaults;
  return offsets.map((offset) => addressIn(data, offset));
}

function mintsOf(ledger: ReadonlyMap<string, ChainAccount>, pool: string): readonly [string, string] {
  const { owner, data } = ledger.get(pool) ?? accountOf(programIds.system);
  const offsets = owner === programIds.cpmm ? cpmmPoolFields.mints : dammPoolFields.mints;
  return [addressIn(data, offsets[0]), addressIn(data, offsets[1])];
}
