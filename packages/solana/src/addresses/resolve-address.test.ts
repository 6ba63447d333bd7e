import { expect, test } from '@jest/globals';
import { account, loadFixture, snapshotOf, type FixtureAccount } from '../testing/chain-fixtures.ts';
import type { AddressKind } from './address-kind.ts';
import { resolveAddress } from './resolve-address.ts';
import { tokenAccountOwner } from './token-account-owner.ts';

const real: readonly (readonly [file: string, kind: AddressKind, onCurve: boolean | undefined])[] = [
  ['address-lookup-table.json', 'pda', false],
  ['nonce.json', 'nonce', undefined],
  ['pda-stake-pool.json', 'unknown', true],
  ['pda-system-owned.json', 'pda', false],
  ['programdata-head.json', 'program_data', false],
  ['spl-mint.json', 'mint', undefined],
  ['spl-token-account.json', 'token_account', undefined],
  ['stake-delegated.json', 'stake', undefined],
  ['stake-initialized.json', 'stake', undefined],
  ['system-wallet.json', 'wallet', true],
  ['token-2022-mint-extensions.json', 'mint', undefined],
  ['upgradeable-program.json', 'program', undefined],
  ['vote.json', 'vote', undefined],
];

test.each(real)('the kind of a real account follows from its owner and layout: %s is %s', (file, kind, onCurve) => {
  const entry = loadFixture<FixtureAccount>(`accounts/${file}`);
  expect(resolveAddress(snapshotOf([account(entry)]), entry.address)).toMatchObject({
    kind: 'value',
    value: {
      address: entry.address,
      exists: true,
      kind,
      ownerProgram: entry.owner,
      lamports: entry.lamports,
      executable: entry.executable,
      ...(onCurve === undefined ? {} : { onCurve }),
    },
  });
});

test.each(['cpmm-pool-3ceK.json', 'cpmm-pool-47hq.json'])('a real pool is recognized: %s', (file) => {
  const { accounts } = loadFixture<{ readonly accounts: readonly FixtureAccount[] }>(file);
  const [pool, config] = accounts;
  if (pool === undefined || config === undefined) {
    throw new Error('the fixture lacks its pool');
  }
  const snapshot = snapshotOf(accounts.map(account));
  expect(resolveAddress(snapshot, pool.address)).toMatchObject({ value: { kind: 'pool' } });
  expect(resolveAddress(snapshot, config.address)).toMatchObject({ value: { kind: 'pda', onCurve: false } });
});

test('an address without an account is a datum, on the curve or off it', () => {
  const wallet = 'FbVrK4kEPFCWPGXUfMf2xYYa5rxmHAAY2D59cBFvbHSV';
  const derived = 'Biwcwd4zNN6nQtBopcvMinkbvS1qwLnvm1VXv2mMjbn';
  const snapshot = snapshotOf([], [wallet, derived]);
  const nothing = { exists: false, kind: 'unfunded', ownerProgram: null, executable: false, lamports: '0' };
  expect(resolveAddress(snapshot, wallet)).toMatchObject({ value: { ...nothing, onCurve: true } });
  expect(resolveAddress(snapshot, derived)).toMatchObject({ value: { ...nothing, onCurve: false } });
});

test('an account without lamports does not exist', () => {
  const entry = loadFixture<FixtureAccount>('accounts/system-wallet.json');
  const snapshot = snapshotOf([account({ ...entry, lamports: '0' })]);
  expect(resolveAddress(snapshot, entry.address)).toMatchObject({ value: { exists: false, kind: 'unfunded' } });
});

test('the result names an address that the snapshot lacks', () => {
  const address = 'FbVrK4kEPFCWPGXUfMf2xYYa5rxmHAAY2D59cBFvbHSV';
  expect(resolveAddress(snapshotOf([]), address)).toEqual({ kind: 'needs', addresses: [address] });
});

test('a real token account that owns itself gives its owner, mint and amount', () => {
  const entry = loadFixture<FixtureAccount>('accounts/spl-token-account.json');
  expect(tokenAccountOwner(snapshotOf([account(entry)]), entry.address)).toMatchObject({
    kind: 'value',
    value: {
      account: entry.address,
      owner: entry.address,
      mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
      amount: '31850755396',
      state: 'initialized',
      delegate: null,
      closeAuthority: null,
      program: entry.owner,
    },
  });
});

test('the problem names the kind of an account that holds no tokens', () => {
  const mint = loadFixture<FixtureAccount>('accounts/spl-mint.json');
  expect(tokenAccountOwner(snapshotOf([account(mint)]), mint.address)).toMatchObject({
    problem: { code: 'wrong_kind', message: expect.stringContaining('a mint') },
  });
  expect(tokenAccountOwner(snapshotOf([], [mint.address]), mint.address)).toMatchObject({
    problem: { code: 'absent' },
  });
});
