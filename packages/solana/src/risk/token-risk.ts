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
import { holdings, ownersToRead, type LargestAccounts } from './holders.ts';
import { liquidityAddresses, liquidityFactors, type LiquidityQuestion, type LiquidityRequest } from './liquidity.ts';
import { metadataFinding } from './metadata-factors.ts';
import { overallRisk, type Factor } from './scale.ts';

/** The datum of `chain.token_risk`. */
export type TokenRiskData = {
  readonly address: string;
  /** The risk from 0 to 100; higher is riskier. `scale.ts` defines the scale. */
  readonly overallRisk: number;
  readonly factors: readonly Factor[];
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  /** The supply in base units. */
  readonly supply: string;
  readonly decimals: number;
  readonly topHoldersShareBps: number | null;
  /** The token program that owns the mint. */
  readonly program: string;
  readonly slot: number;
};

/**
 * Findings about a token that are true or false. The engine compares them with the reports of other providers. Null
 * means unknown.
 */
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

/** The datum, and the flags that were found with it. */
export type TokenRisk = { readonly data: TokenRiskData; readonly flags: TokenFlags };

/** The parameters of a risk assessment. */
export type TokenRiskRequest = {
  readonly mint: string;
  readonly largestAccounts: LargestAccounts;
  /** The pool whose liquidity to examine. When null, the derivation looks for a pool among the largest holders. */
  readonly liquidity: LiquidityRequest | null;
};

/**
 * Assesses the risk of holding a token from chain state alone. The snapshot must contain the mint, the Clock sysvar,
 * the Metaplex metadata, the listed token accounts, and the accounts of owners that may be pools.
 *
 * The result is a problem when the address holds no mint or the accounts contradict each other. When a part cannot be
 * read, a factor with the points of the worst case takes its place.
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

/**
 * Returns all addresses that are known before the first read. One request can then read all of them, which saves
 * further rounds.
 */
function startingAddresses({ mint, largestAccounts, liquidity }: TokenRiskRequest): readonly string[] {
  return [
    mint,
    clockAddress,
    metadataAddress(mint),
    ...(largestAccounts.kind === 'read' ? largestAccounts.accounts : []),
    ...(liquidity === null ? [] : liquidityAddresses(liquidity.pool)),
  ];
}

/**
 * Returns the pool to examine. It asks for the pool together with the holders' owners, which saves a round of reads.
 */
function examinedPool(
  snapshot: ChainSnapshot,
  { mint, largestAccounts, liquidity }: TokenRiskRequest,
): LiquidityQuestion {
  const traded = !counterparts.includes(mint);
  const pool = traded ? (liquidity?.pool ?? findPool(snapshot, mint, largestAccounts)) : null;
  const listed = largestAccounts.kind === 'read' ? largestAccounts.accounts : [];
  const owners = ownersToRead(snapshot, mint, listed);
  readAccounts(snapshot, [...owners, ...(pool === null ? [] : liquidityAddresses(pool))]);
  if (liquidity !== null) {
    return { kind: 'pool', ...liquidity };
  }
  if (pool !== null && readAccounts(snapshot, [pool])[0] !== null) {
    return { kind: 'pool', pool };
  }
  if (largestAccounts.kind === 'unread') {
    return { kind: 'unread' };
  }
  const { holders } = holdings(snapshot, mint, listed);
  return { kind: holders.some(({ exclusion }) => exclusion === 'pool') ? 'unknown_pool' : 'no_pool' };
}

function mintAt(snapshot: ChainSnapshot, address: string): Mint {
  const [account] = readAccounts(snapshot, [address]);
  if (account === null) {
    throw new ProblemError('absent', `no account exists at ${address}, so there is no token`);
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
