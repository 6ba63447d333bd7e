import type { ChainSnapshot } from '../account.ts';
import { associatedTokenAddress } from '../addresses/program-address.ts';
import { swapQuote, type SwapQuote, type SwapRequest } from '../quotes/swap-quote.ts';
import { numberedAddress, splTokenAccount } from './chain-accounts.ts';
import { account, clockAccount, loadFixture, snapshotOf, withAccount, type FixtureAccount } from './chain-fixtures.ts';

type Vector = {
  readonly id: string;
  readonly accounts: Readonly<Record<string, FixtureAccount>> & { readonly pool: FixtureAccount };
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
  readonly input: { readonly mint: string; readonly amountIn: string; readonly payer?: string };
};

/** A recorded swap, with a payer who can make the swap. */
export type RecordedSwap = {
  readonly snapshot: ChainSnapshot;
  readonly request: SwapRequest;
  readonly swap: SwapQuote;
};

/** The output account's balance before the swap, in base units. */
export const balanceBefore = 7n;

const recorded = new Map(
  ['cpmm.json', 'dammv2.json'].flatMap((file) =>
    loadFixture<{ readonly vectors: readonly Vector[] }>(file).vectors.map((vector) => [vector.id, vector] as const),
  ),
);

/**
 * Returns a recorded swap as a snapshot and a request. The payer holds exactly the input amount.
 * @param output `existing`, or `missing` for the payer's associated account before it is created.
 */
export function recordedSwap(id: string, output: 'existing' | 'missing' = 'existing'): RecordedSwap {
  const vector = recorded.get(id);
  if (vector === undefined) {
    throw new Error(`no vector ${id}`);
  }
  const mints = Object.entries(vector.accounts).flatMap(([role, entry]) => (role.startsWith('mint') ? [entry] : []));
  const mintIn = mints.find(({ address }) => address === vector.input.mint);
  const mintOut = mints.find(({ address }) => address !== vector.input.mint);
  if (mintIn === undefined || mintOut === undefined) {
    throw new Error(`vector ${id} lacks a mint`);
  }
  const payer = vector.input.payer ?? numberedAddress(50);
  const amountIn = BigInt(vector.input.amountIn);
  const [inputTokenAccount, existing] = [numberedAddress(51), numberedAddress(52)];
  const missing = associatedTokenAddress(payer, mintOut.address, mintOut.owner).address;
  const hold = (address: string, mint: FixtureAccount, amount: bigint) => ({
    ...splTokenAccount({ address, mint: mint.address, owner: payer, amount }),
    owner: mint.owner,
  });
  const snapshot = snapshotOf(
    [
      ...Object.values(vector.accounts).map(account),
      clockAccount(vector.clock),
      hold(inputTokenAccount, mintIn, amountIn),
      hold(existing, mintOut, balanceBefore),
    ],
    [missing],
  );
  const outputTokenAccount = output === 'existing' ? existing : missing;
  const request = { pool: vector.accounts.pool.address, payer, inputTokenAccount, outputTokenAccount, amountIn };
  return { snapshot, request, swap: quoteOf(snapshot, request) };
}

/** Returns the swap with some bytes of one of its accounts replaced. */
export function withBytes(
  { snapshot, request }: RecordedSwap,
  address: string,
  at: number,
  bytes: Uint8Array,
): RecordedSwap {
  const before = snapshot.accounts.get(address);
  if (before === null || before === undefined) {
    throw new Error(`the scene has no account ${address}`);
  }
  const data = Uint8Array.from(before.data);
  data.set(bytes, at);
  const changed = withAccount(snapshot, { ...before, data });
  return { snapshot: changed, request, swap: quoteOf(changed, request) };
}

function quoteOf(snapshot: ChainSnapshot, request: SwapRequest): SwapQuote {
  const derived = swapQuote(snapshot, request);
  if (derived.kind !== 'value') {
    throw new Error(JSON.stringify(derived));
  }
  return derived.value;
}
