import { readAccounts, type ChainSnapshot } from '../account.ts';
import { addressKind, kindNames } from '../addresses/address-kind.ts';
import { metadataAddress } from '../addresses/program-address.ts';
import { readClockSysvar } from '../decoders/clock-sysvar.ts';
import { decodeMint, type Mint } from '../decoders/mint.ts';
import { derivationOf, ProblemError, type Derivation } from '../outcome.ts';
import { clockAddress, counterparts } from '../programs.ts';
import {
  authorityFactors,
  extensionFactors,
  transferFactors,
  transferFeeFactors,
  worstTransferFeeBps,
} from './authority-factors.ts';
import { concentration } from './holder-factors.ts';
import { findPool } from './find-pool.ts';
import { ownersToRead, type LargestAccounts } from './holders.ts';
import { liquidityAddresses, liquidityFactors, type LiquidityRequest } from './liquidity.ts';
import { metadataFinding } from './metadata-factors.ts';
import { overallRisk, type Factor } from './scale.ts';

/** The datum of `chain.token_risk`. */
export type TokenRiskData = {
  readonly address: string;
  /** 0 to 100, higher is riskier; `scale.ts` says how it comes about. */
  readonly overallRisk: number;
  readonly factors: readonly Factor[];
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  /** In base units. */
  readonly supply: string;
  readonly decimals: number;
  readonly topHoldersShareBps: number | null;
  /** The token program. */
  readonly program: string;
  readonly slot: number;
};

/** Plain yes and no about a token, for comparing with what others say about it; null where it could not be read. */
export type TokenFlags = {
  readonly mintable: boolean;
  readonly freezable: boolean;
  readonly closable: boolean;
  readonly permanentDelegate: boolean;
  readonly transferHook: boolean;
  readonly transferFeeBps: number;
  readonly transferFeeChangeable: boolean;
  readonly defaultFrozen: boolean;
  readonly nonTransferable: boolean;
  readonly pausable: boolean;
  readonly metadataMutable: boolean | null;
};

/** The datum, and the flags beneath it. */
export type TokenRisk = { readonly data: TokenRiskData; readonly flags: TokenFlags };

/** What `chain.token_risk` is asked with. */
export type TokenRiskRequest = {
  readonly mint: string;
  readonly largestAccounts: LargestAccounts;
  /** The pool whose liquidity is examined; null to find one among the largest holders, where that can be done. */
  readonly liquidity: LiquidityRequest | null;
};

/**
 * The risk of holding a token, from chain state alone. Needs the mint, the Clock sysvar, Metaplex's metadata, the listed
 * token accounts and, as they turn out to matter, the accounts behind their owners. A problem when there is no
 * mint at the address or accounts contradict one another; a part that cannot be read is a factor, never silence.
 */
export function tokenRisk(snapshot: ChainSnapshot, request: TokenRiskRequest): Derivation<TokenRisk> {
  return derivationOf(() => {
    readAccounts(snapshot, startingAddresses(request));
    const mint = mintAt(snapshot, request.mint);
    const fee = mint.extensions.transferFee;
    const epoch = fee === null ? 0n : readClockSysvar(snapshot).epoch;
    const metadata = metadataFinding(snapshot, mint);
    const liquidity = examinedPool(snapshot, request);
    const holders = concentration(snapshot, mint, request.largestAccounts);
    const factors = [
      ...authorityFactors(mint),
      ...transferFactors(mint),
      ...transferFeeFactors(fee, epoch),
      ...extensionFactors(mint),
      ...holders.factors,
      ...metadata.factors,
      ...liquidityFactors(snapshot, mint.address, liquidity),
    ];
    return {
      data: {
        address: mint.address,
        overallRisk: overallRisk(factors),
        factors,
        mintAuthority: mint.mintAuthority,
        freezeAuthority: mint.freezeAuthority,
        supply: mint.supply.toString(),
        decimals: mint.decimals,
        topHoldersShareBps: holders.topHoldersShareBps,
        program: mint.program,
        slot: snapshot.slot,
      },
      flags: flagsOf(mint, fee === null ? 0 : worstTransferFeeBps(fee, epoch), metadata.mutable),
    };
  });
}

/** Everything that can be named before anything was read: asked for at once, it takes one round of reading fewer. */
function startingAddresses({ mint, largestAccounts, liquidity }: TokenRiskRequest): readonly string[] {
  return [
    mint,
    clockAddress,
    metadataAddress(mint),
    ...(largestAccounts.kind === 'read' ? largestAccounts.accounts : []),
    ...(liquidity === null ? [] : liquidityAddresses(liquidity.pool)),
  ];
}

/** The pool to examine, read together with whatever else the holders lead to, since each round of reading costs time. */
function examinedPool(
  snapshot: ChainSnapshot,
  { mint, largestAccounts, liquidity }: TokenRiskRequest,
): LiquidityRequest | null {
  const traded = !counterparts.includes(mint);
  const pool = traded ? (liquidity?.pool ?? findPool(snapshot, mint, largestAccounts)) : null;
  const owners = largestAccounts.kind === 'read' ? ownersToRead(snapshot, largestAccounts.accounts) : [];
  readAccounts(snapshot, [...owners, ...(pool === null ? [] : liquidityAddresses(pool))]);
  if (pool === null) {
    return null;
  }
  const [account] = readAccounts(snapshot, [pool]);
  return liquidity === null && account === null ? null : { pool };
}

function mintAt(snapshot: ChainSnapshot, address: string): Mint {
  const [account] = readAccounts(snapshot, [address]);
  if (account === null) {
    throw new ProblemError('absent', `nothing stands at ${address}, so there is no token`);
  }
  const kind = addressKind(address, account);
  if (kind !== 'mint' && kind !== 'unknown') {
    throw new ProblemError('wrong_kind', `${address} is ${kindNames[kind]}, not a mint`);
  }
  return decodeMint(account);
}

function flagsOf(mint: Mint, transferFeeBps: number, metadataMutable: boolean | null): TokenFlags {
  const { extensions } = mint;
  return {
    mintable: mint.mintAuthority !== null,
    freezable: mint.freezeAuthority !== null,
    closable: extensions.closeAuthority !== null,
    permanentDelegate: extensions.permanentDelegate !== null,
    transferHook: (extensions.transferHook?.program ?? null) !== null,
    transferFeeBps,
    transferFeeChangeable: (extensions.transferFee?.configAuthority ?? null) !== null,
    defaultFrozen: extensions.defaultFrozen,
    nonTransferable: extensions.nonTransferable,
    pausable: (extensions.pausable?.authority ?? null) !== null,
    metadataMutable,
  };
}
