import { expect, test } from '@jest/globals';
import type { AccountSnapshot, ChainSnapshot } from '../account.ts';
import { addressBytes, associatedTokenAddress } from '../addresses/program-address.ts';
import { numberedAddress, splTokenAccount } from '../testing/chain-accounts.ts';
import {
  account,
  clockAccount,
  loadFixture,
  snapshotOf,
  withAccount,
  type FixtureAccount,
} from '../testing/chain-fixtures.ts';
import { programs } from '../programs.ts';
import { checkedTrade } from './checked-trade.ts';
import { poolTokens, swapQuote, type SwapRequest } from './swap-quote.ts';

type Vector = {
  readonly name: string;
  readonly accounts: Readonly<Record<'pool' | 'vaultA' | 'vaultB' | 'mintA' | 'mintB', FixtureAccount>>;
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
};

const payer = 'FbVrK4kEPFCWPGXUfMf2xYYa5rxmHAAY2D59cBFvbHSV';
const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('dammv2.json');

/** Returns the pool of a vector, with an existing token account for each of the pool's mints A and B. */
function scene(name: string) {
  const vector = vectors.find((entry) => entry.name === name);
  if (vector === undefined) {
    throw new Error(`no vector ${name}`);
  }
  const { pool, mintA, mintB } = vector.accounts;
  const [inputTokenAccount, outputTokenAccount] = [numberedAddress(1), numberedAddress(2)];
  const owned = [
    splTokenAccount({ address: inputTokenAccount, mint: mintA.address, owner: payer, amount: 10n }),
    splTokenAccount({ address: outputTokenAccount, mint: mintB.address, owner: numberedAddress(3), amount: 0n }),
  ];
  const absent = [mintA, mintB].map((mint) => associatedTokenAddress(payer, mint.address, mint.owner).address);
  const strangers = [numberedAddress(4), numberedAddress(5), payer];
  const allAccounts = [...Object.values(vector.accounts).map(account), ...owned, clockAccount(vector.clock)];
  const snapshot = snapshotOf(allAccounts, [...absent, ...strangers]);
  const request: SwapRequest = {
    pool: pool.address,
    payer,
    inputTokenAccount,
    outputTokenAccount,
    amountIn: 1_234_567n,
  };
  return { snapshot, request, vector, absent };
}

const plain = scene('cfm=0 AtoB referral=false');

function quoted(snapshot: ChainSnapshot, request: SwapRequest) {
  const result = swapQuote(snapshot, request);
  if (result.kind !== 'value') {
    throw new Error(JSON.stringify(result));
  }
  return result.value;
}

test('the direction of a trade follows from its token accounts, and the quote names their owners', () => {
  const { mintA, mintB } = plain.vector.accounts;
  const { data, direction } = quoted(plain.snapshot, plain.request);
  expect(data).toMatchObject({ inputMint: mintA.address, outputMint: mintB.address, amountIn: '1234567' });
  expect(direction).toMatchObject({
    inputAccount: { mint: mintA.address, owner: payer },
    outputAccount: { mint: mintB.address, owner: numberedAddress(3) },
  });
  const { inputTokenAccount, outputTokenAccount } = plain.request;
  const back = { ...plain.request, inputTokenAccount: outputTokenAccount, outputTokenAccount: inputTokenAccount };
  expect(quoted(plain.snapshot, back).data).toMatchObject({ inputMint: mintB.address, outputMint: mintA.address });
});

test("an output account that does not exist has a mint when it is the payer's associated account", () => {
  const [, second = ''] = plain.absent;
  const quoteOfOwnAccount = quoted(plain.snapshot, { ...plain.request, outputTokenAccount: second });
  expect(quoteOfOwnAccount.direction.outputAccount).toEqual({
    address: second,
    mint: plain.vector.accounts.mintB.address,
    owner: null,
    account: null,
  });
  const unknown = quoted(plain.snapshot, { ...plain.request, outputTokenAccount: numberedAddress(4) });
  expect(unknown.direction.outputAccount).toMatchObject({ mint: null, owner: null });
});

test('an associated account can be created although somebody sent lamports to its address', () => {
  const [, second = ''] = plain.absent;
  const lamportsOnly = (address: string): AccountSnapshot => ({
    ...account({ address, owner: programs.system, dataBase64: '' }),
    lamports: 5n,
  });
  const quoteOfOwnAccount = quoted(withAccount(plain.snapshot, lamportsOnly(second)), {
    ...plain.request,
    outputTokenAccount: second,
  });
  const mint = plain.vector.accounts.mintB.address;
  expect(quoteOfOwnAccount.direction.outputAccount).toMatchObject({ mint, account: null });
  const tokens = poolTokens(quoteOfOwnAccount.loaded);
  const trade = { ...plain.request, outputTokenAccount: second };
  expect(checkedTrade(withAccount(plain.snapshot, lamportsOnly(second)), tokens, trade)).toMatchObject({
    output: { exists: false, mint, owner: payer },
    problem: undefined,
  });
  const stranger = { ...plain.request, outputTokenAccount: numberedAddress(4) };
  expect(swapQuote(withAccount(plain.snapshot, lamportsOnly(numberedAddress(4))), stranger)).toMatchObject({
    problem: { code: 'wrong_accounts' },
  });
});

test.each([
  ['both are of one mint', { outputTokenAccount: plain.request.inputTokenAccount }],
  ['neither exists', { inputTokenAccount: numberedAddress(4), outputTokenAccount: numberedAddress(5) }],
  ['one is no token account', { inputTokenAccount: plain.vector.accounts.mintA.address }],
])('token accounts that do not fit the pool give no quote: %s', (_, change) => {
  expect(swapQuote(plain.snapshot, { ...plain.request, ...change })).toMatchObject({
    problem: { code: 'wrong_accounts' },
  });
});

test('the problem names the mint of a token account that does not fit the pool', () => {
  const other = splTokenAccount({ address: numberedAddress(4), mint: numberedAddress(9), owner: payer, amount: 1n });
  const request = { ...plain.request, inputTokenAccount: other.address };
  expect(swapQuote(withAccount(plain.snapshot, other), request)).toMatchObject({
    problem: { code: 'wrong_accounts', message: expect.stringContaining(numberedAddress(9)) },
  });
});

test.each([0n, -1n, 1n << 64n])('an amount of %s gives no quote', (amountIn) => {
  expect(swapQuote(plain.snapshot, { ...plain.request, amountIn })).toMatchObject({
    problem: { code: 'invalid_amount' },
  });
});

test('a pool that is not open yet gives a quote to the one address that may trade early', () => {
  const { snapshot, request } = scene('activation in future (slot)');
  expect(swapQuote(snapshot, request)).toMatchObject({ problem: { code: 'not_open' } });
  const pool = snapshot.accounts.get(request.pool);
  if (pool === null || pool === undefined) {
    throw new Error('the scene lacks its pool');
  }
  const data = Uint8Array.from(pool.data);
  data.set(addressBytes(payer), 296);
  expect(swapQuote(withAccount(snapshot, { ...pool, data }), request).kind).toBe('value');
});

/** Returns a Token-2022 mint with an extension added. */
function extended(mint: AccountSnapshot, type: number, value: Uint8Array): AccountSnapshot {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(type, 0);
  header.writeUInt16LE(value.length, 2);
  return { ...mint, data: Uint8Array.from(Buffer.concat([mint.data, header, value])) };
}

test.each([
  ['calls a hook on every transfer', 14, Buffer.concat([Buffer.alloc(32), Buffer.alloc(32, 3)])],
  ['is paused', 26, Buffer.concat([Buffer.alloc(32, 3), Buffer.from([1])])],
  ['cannot be transferred', 9, Buffer.alloc(0)],
])('a pool whose token %s gives no quote', (_, type, value) => {
  const { snapshot, request, vector } = scene('T22 fee 1% on B cfm=1 AtoB');
  const mint = account(vector.accounts.mintB);
  const fitting = { ...request, outputTokenAccount: numberedAddress(4) };
  expect(swapQuote(snapshot, fitting).kind).toBe('value');
  expect(swapQuote(withAccount(snapshot, extended(mint, type, value)), fitting)).toMatchObject({
    problem: { code: 'transfer_blocked' },
  });
});

test('a frozen vault gives no quote', () => {
  const vault = account(plain.vector.accounts.vaultB);
  const data = Uint8Array.from(vault.data);
  data[108] = 2;
  expect(swapQuote(withAccount(plain.snapshot, { ...vault, data }), plain.request)).toMatchObject({
    problem: { code: 'transfer_blocked', message: expect.stringContaining('frozen') },
  });
});

/**
 * Returns the scene with a pool that opens `seconds` after the snapshot and whose whitelisted vault is the given one.
 */
function opensIn(seconds: bigint, whitelistedVault: string): ChainSnapshot {
  const pool = account(plain.vector.accounts.pool);
  const data = Uint8Array.from(pool.data);
  data.set(addressBytes(whitelistedVault), 296);
  new DataView(data.buffer).setBigUint64(472, BigInt(plain.vector.clock.unix) + seconds, true);
  data[480] = 1;
  return withAccount(plain.snapshot, { ...pool, data });
}

test.each([
  ['the whitelisted vault an hour before the pool opens', 3_600n, payer, 'value'],
  ['the whitelisted vault more than an hour before', 3_601n, payer, 'not_open'],
  ['anybody else a second before the pool opens', 1n, numberedAddress(77), 'not_open'],
  ['anybody once the pool is open', 0n, numberedAddress(77), 'value'],
])('a quote for %s is answered as the program would', (_who, seconds, whitelisted, expected) => {
  const result = swapQuote(opensIn(seconds, whitelisted), plain.request);
  expect(result.kind === 'problem' ? result.problem.code : result.kind).toBe(expected);
});

test.each(['cfm=0 AtoB referral=false', 'cfm=1 AtoB referral=false', 'cfm=2 AtoB referral=false'])(
  'the fee of a trade is the part that the pool keeps, in basis points: %s',
  (name) => {
    const { snapshot, request } = scene(name);
    const back = { inputTokenAccount: request.outputTokenAccount, outputTokenAccount: request.inputTokenAccount };
    for (const trade of [request, { ...request, ...back }]) {
      const { quote, feeBps } = quoted(snapshot, { ...trade, amountIn: 50_000_000n });
      if (!('feeToken' in quote)) {
        throw new Error('the pool is no DAMM pool');
      }
      const [onInput, onOutput] = [50_000_000n - quote.transferFeeIn, quote.grossOut + quote.totalFee];
      const part = Number(quote.totalFee) / Number(quote.feeToken === 'input' ? onInput : onOutput);
      expect(feeBps).toBeGreaterThan(0);
      expect(feeBps).toBe(Math.floor(part * 1_000_000) / 100);
    }
  },
);
