import { expect, test } from '@jest/globals';
import type { AccountSnapshot } from '../account.ts';
import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes, metadataAddress } from '../addresses/program-address.ts';
import { account, clockAccount, loadFixture, snapshotOf, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { metaplexMetadata, numberedAddress, splMint, splTokenAccount } from '../testing/chain-accounts.ts';
import { cpmmAuthority, nativeMint, programs } from '../programs.ts';
import type { LargestAccounts } from './holders.ts';
import { overallRisk, riskPoints } from './scale.ts';
import { tokenRisk, type TokenRisk } from './token-risk.ts';

const clock = clockAccount({ slot: 1n, epoch: 900n, unix: 1_760_000_000n });
const mintAddress = '8jxq2WQ1VEbx5NK3ARUn422nZR41DoFjqUGLSDCLnjrd';
const authority = 'XsezuSSdYkKvEh28o2NBA3rabpuB3AbjXU7Ayj3KNKk';
const unread: LargestAccounts = { kind: 'unread', why: 'the node refused the list' };

const walletNumbers = Array.from({ length: 200 }, (_, number) => number).filter((number) =>
  isOnCurve(addressBytes(numberedAddress(number))),
);
const wallets = walletNumbers.map(numberedAddress);

function holdersOf(
  shares: readonly (readonly [owner: string, amount: bigint])[],
  mint = mintAddress,
): AccountSnapshot[] {
  return shares.map(([owner, amount], index) =>
    splTokenAccount({ address: numberedAddress(10_000 + index), mint, owner, amount }),
  );
}

const listOf = (accounts: readonly AccountSnapshot[]): LargestAccounts => ({
  kind: 'read',
  accounts: accounts.map(({ address }) => address),
});

function assess(
  mint: AccountSnapshot,
  holders: readonly AccountSnapshot[] | null,
  more: readonly AccountSnapshot[] = [],
): TokenRisk {
  const accounts = [mint, clock, ...(holders ?? []), ...more];
  const absent = [metadataAddress(mint.address), ...Array.from({ length: 200 }, (_, index) => numberedAddress(index))];
  const result = tokenRisk(snapshotOf(accounts, absent), {
    mint: mint.address,
    largestAccounts: holders === null ? unread : listOf(holders),
    liquidity: null,
  });
  if (result.kind !== 'value') {
    throw new Error(JSON.stringify(result));
  }
  return result.value;
}

const ids = (risk: TokenRisk): readonly string[] => risk.data.factors.map(({ id }) => id);

/** Forty equal holders with 2.5 % each, of whom the node lists twenty. */
const spread = holdersOf(wallets.slice(0, 20).map((owner) => [owner, 25n] as const));
const fixed = splMint({ address: mintAddress, supply: 1_000n });
const metadataAccount = metaplexMetadata(mintAddress, authority, false);

test('a widely held token without authorities scores zero, and the result says that liquidity was not examined', () => {
  const risk = assess(fixed, spread, [metadataAccount]);
  expect(risk.data).toMatchObject({
    overallRisk: 0,
    topHoldersShareBps: 2_500,
    mintAuthority: null,
    freezeAuthority: null,
    supply: '1000',
    program: programs.token,
  });
  expect(ids(risk)).toEqual(['liquidity_not_examined']);
  expect(risk.flags).toMatchObject({ mintable: false, freezable: false, metadataMutable: false });
});

test('an authority held by a key has more points than one held by a program', () => {
  const byKey = splMint({ address: mintAddress, supply: 1_000n, mintAuthority: authority, freezeAuthority: authority });
  expect(ids(assess(byKey, spread, [metadataAccount]))).toEqual([
    'mint_authority',
    'freeze_authority',
    'liquidity_not_examined',
  ]);
  const byProgram = splMint({ address: mintAddress, supply: 1_000n, mintAuthority: cpmmAuthority });
  expect(ids(assess(byProgram, spread, [metadataAccount]))).toEqual([
    'mint_authority_program',
    'liquidity_not_examined',
  ]);
  expect(riskPoints.mint_authority_program).toBeLessThan(riskPoints.mint_authority);
});

test('a part that could not be read has points', () => {
  const risk = assess(fixed, null, [metadataAccount]);
  expect(risk.data.topHoldersShareBps).toBeNull();
  expect(risk.data.factors).toContainEqual({
    id: 'holders_unread',
    points: riskPoints.holders_unread,
    detail: 'The largest holders of this token could not be read: the node refused the list.',
  });
  expect(risk.data.overallRisk).toBeGreaterThan(assess(fixed, spread, [metadataAccount]).data.overallRisk);
  const garbled = { ...metadataAccount, data: metadataAccount.data.subarray(0, 70) };
  expect(ids(assess(fixed, spread, [garbled]))).toContain('metadata_unread');
});

test("concentration leaves out vaults, locks and burned tokens, and adds up one owner's accounts", () => {
  const [first, second] = wallets as [string, string];
  const holders = holdersOf([
    [cpmmAuthority, 500n],
    ['1nc1nerator11111111111111111111111111111111', 200n],
    [first, 100n],
    [first, 60n],
    [second, 140n],
  ]);
  const risk = assess(fixed, holders, [metadataAccount]);
  expect(risk.data.topHoldersShareBps).toBe(3_750);
  expect(risk.data.factors.find(({ id }) => id === 'single_holder_large')?.detail).toContain(first);
  expect(ids(risk)).toContain('top_holders_elevated');
});

test('an unknown program counts as a holder, and a known pool program does not', () => {
  const off = numberedAddress(
    Array.from({ length: 200 }, (_, number) => number).find((number) => !walletNumbers.includes(number)) ?? 0,
  );
  const holders = holdersOf([[off, 995n]]);
  expect(assess(fixed, holders, [metadataAccount]).data.topHoldersShareBps).toBe(9_950);
  const pool: AccountSnapshot = { ...fixed, address: off, owner: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc' };
  expect(assess(fixed, holders, [metadataAccount, pool]).data.topHoldersShareBps).toBe(0);
});

test('the supply that a short list lacks counts as one holder, and the share is unknown', () => {
  const risk = assess(fixed, holdersOf([[wallets[0] ?? '', 100n]]), [metadataAccount]);
  expect(ids(risk)).toEqual(
    expect.arrayContaining(['holders_incomplete', 'top_holders_extreme', 'single_holder_majority']),
  );
  expect(risk.data.topHoldersShareBps).toBeNull();
});

test('a part that was not read never scores below its worst case', () => {
  const worst = assess(fixed, holdersOf([[wallets[0] ?? '', 1_000n]]), [metadataAccount]).data.overallRisk;
  expect(worst).toBe(50);
  expect(assess(fixed, null, [metadataAccount]).data.overallRisk).toBeGreaterThanOrEqual(worst);
  expect(riskPoints.holders_unread).toBe(riskPoints.top_holders_extreme + riskPoints.single_holder_majority);
  expect(riskPoints.metadata_unread).toBeGreaterThanOrEqual(riskPoints.metadata_mutable);
  expect(riskPoints.liquidity_unread).toBeGreaterThanOrEqual(riskPoints.liquidity_unlocked);
  expect(riskPoints.liquidity_pool_unknown).toBeGreaterThanOrEqual(riskPoints.liquidity_unlocked);
  const extensions = ['transfer_hook', 'default_frozen', 'paused', 'non_transferable', 'permanent_delegate'] as const;
  expect(riskPoints.unknown_extension).toBe(Math.max(...extensions.map((id) => riskPoints[id])));
});

test('without a list of holders the pools are unknown, so liquidity counts as unlocked', () => {
  expect(ids(assess(fixed, null, [metadataAccount]))).toEqual(['holders_unread', 'liquidity_unread']);
});

test('listed addresses that are no accounts of the token change nothing', () => {
  const others = [
    ...holdersOf([[wallets[0] ?? '', 10n]], numberedAddress(5)).map((each) => ({
      ...each,
      address: wallets[30] ?? '',
    })),
    { ...fixed, address: wallets[31] ?? '' },
    { ...metadataAccount, address: wallets[32] ?? '', owner: programs.system, data: new Uint8Array() },
    { ...metadataAccount, address: wallets[33] ?? '', owner: programs.token, data: new Uint8Array(165) },
  ];
  expect(assess(fixed, [...spread, ...others], [metadataAccount])).toEqual(assess(fixed, spread, [metadataAccount]));
});

test('a long list reads the owners of only its twenty largest accounts', () => {
  const programOwned = Array.from({ length: 300 }, (_, number) => numberedAddress(number))
    .filter((address) => !wallets.includes(address))
    .slice(0, 40);
  const holders = holdersOf(programOwned.map((owner, index) => [owner, BigInt(index)] as const));
  const result = tokenRisk(snapshotOf([fixed, clock, metadataAccount, ...holders]), {
    mint: mintAddress,
    largestAccounts: listOf(holders),
    liquidity: null,
  });
  expect(result).toEqual({ kind: 'needs', addresses: programOwned.toReversed().slice(0, 20) });
});

test('holders that exceed the supply give a problem', () => {
  const request = (holders: readonly AccountSnapshot[]) =>
    tokenRisk(snapshotOf([fixed, clock, metadataAccount, ...holders], wallets), {
      mint: mintAddress,
      largestAccounts: listOf(holders),
      liquidity: null,
    });
  expect(request(holdersOf([[wallets[0] ?? '', 1_001n]]))).toMatchObject({ problem: { code: 'inconsistent' } });
});

test('every dangerous extension of a Token-2022 mint has its own factor', () => {
  const { vectors } = loadFixture<{ readonly vectors: readonly (FixtureAccount & { readonly label: string })[] }>(
    'token.json',
  );
  const of = (label: string): readonly string[] => {
    const vector = vectors.find((entry) => entry.label === label);
    if (vector === undefined) {
      throw new Error(`no vector ${label}`);
    }
    return ids(assess(account(vector), []));
  };
  expect(of('mint kitchen sink')).toEqual(
    expect.arrayContaining([
      'permanent_delegate',
      'mint_close_authority',
      'transfer_hook',
      'pausable',
      'transfer_fee_high',
      'transfer_fee_changeable',
      'shown_amount_differs',
    ]),
  );
  expect(of('mint TransferFeeConfig 250bps')).toContain('transfer_fee_high');
  expect(of('mint TransferFeeConfig no authorities')).not.toContain('transfer_fee_changeable');
  expect(of('mint ConfidentialTransferMint')).toContain('confidential_balances');
  expect(of('t22 mint unknown extension 9999 len 4')).toContain('unknown_extension');
  expect(of('mint TokenMetadata (name/symbol/uri/kv)')).toContain('metadata_mutable');
});

test('a real stablecoin with a powerful issuer scores 100, and wrapped SOL scores 0', () => {
  const pyusd = account(loadFixture<FixtureAccount>('accounts/token-2022-mint-extensions.json'));
  const risk = assess(pyusd, null);
  expect(ids(risk)).toEqual(
    expect.arrayContaining(['permanent_delegate', 'transfer_hook_authority', 'transfer_fee_changeable']),
  );
  expect(risk.data.overallRisk).toBe(100);
  const { accounts } = loadFixture<{ readonly accounts: readonly FixtureAccount[] }>('cpmm-pool-47hq.json');
  const wrapped = accounts.find(({ address }) => address === nativeMint);
  if (wrapped === undefined) {
    throw new Error('the fixture lacks wrapped SOL');
  }
  const sol = assess(account(wrapped), null, [metaplexMetadata(nativeMint, authority, false)]);
  expect(sol.data).toMatchObject({ overallRisk: 0, topHoldersShareBps: null });
});

test('the problem names the kind of an account that is not a mint', () => {
  const tokenAccount = account(loadFixture<FixtureAccount>('accounts/spl-token-account.json'));
  const request = { mint: tokenAccount.address, largestAccounts: unread, liquidity: null };
  const absent = [metadataAddress(tokenAccount.address)];
  expect(tokenRisk(snapshotOf([tokenAccount, clock], absent), request)).toMatchObject({
    problem: { code: 'wrong_kind', message: expect.stringContaining('a token account') },
  });
  expect(tokenRisk(snapshotOf([clock], [...absent, tokenAccount.address]), request)).toMatchObject({
    problem: { code: 'absent' },
  });
});

test('the first result names every account that is known to be needed', () => {
  expect(tokenRisk(snapshotOf([]), { mint: mintAddress, largestAccounts: listOf(spread), liquidity: null })).toEqual({
    kind: 'needs',
    addresses: [mintAddress, clock.address, metadataAddress(mintAddress), ...spread.map(({ address }) => address)],
  });
});

test('the score is at most 100 and at least 0', () => {
  const every = Object.entries(riskPoints).map(([, points]) => ({ id: 'paused' as const, points, detail: '' }));
  expect(overallRisk(every)).toBe(100);
  expect(overallRisk([])).toBe(0);
  expect(every.every(({ points }) => points >= 0)).toBe(true);
});
