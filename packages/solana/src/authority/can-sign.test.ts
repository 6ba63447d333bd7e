import { expect, test } from '@jest/globals';
import { chainSnapshot, type AccountSnapshot } from '../account.ts';
import {
  account,
  clockAccount,
  loadFixture,
  snapshotOf,
  vectorSlot,
  type FixtureAccount,
} from '../testing/chain-fixtures.ts';
import type { Derivation } from '../outcome.ts';
import { canSign, type CanSign } from './can-sign.ts';

type Vector = {
  readonly id: string;
  readonly name: string;
  readonly signer: string;
  readonly target: string;
  readonly accounts: Readonly<Record<string, Omit<FixtureAccount, 'address'> | null>>;
  readonly expected: { readonly canSign: boolean; readonly role: string | null };
};

const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('can-sign.json');

/**
 * Runs the derivation until it has a result. When the derivation asks for accounts, it takes them from the test vector
 * and runs the derivation again. An address outside the vector has no account.
 */
function resolveFully(
  accounts: ReadonlyMap<string, AccountSnapshot | null>,
  signer: string,
  target: string,
): Derivation<CanSign> {
  const addressesRead = new Set<string>([target]);
  for (;;) {
    const snapshot = chainSnapshot(
      vectorSlot,
      [...addressesRead].map((address) => [address, accounts.get(address) ?? null] as const),
    );
    const result = canSign(snapshot, signer, target);
    if (result.kind !== 'needs') {
      return result;
    }
    const before = addressesRead.size;
    result.addresses.forEach((address) => addressesRead.add(address));
    expect(addressesRead.size).toBeGreaterThan(before);
  }
}

function resolveVector(vector: Vector): Derivation<CanSign> {
  const accounts = Object.entries(vector.accounts).map(
    ([address, entry]) => [address, entry === null ? null : account({ ...entry, address })] as const,
  );
  return resolveFully(new Map(accounts), vector.signer, vector.target);
}

/**
 * Returns the name that the API uses for the role. For a signer that cannot sign, the vectors describe the role in
 * prose instead.
 */
function namedRole(expected: Vector['expected']): string | null {
  return expected.canSign
    ? expected.role
    : expected.role?.startsWith('multisigMember') === true
      ? 'multisigMember'
      : null;
}

test.each(vectors.map((vector): [string, Vector] => [`${vector.id} ${vector.name}`, vector]))(
  'the verdict and the role of a single signer equal the vector: %s',
  (_, vector) => {
    const result = resolveVector(vector);
    expect(result).toMatchObject({
      kind: 'value',
      value: { canSign: vector.expected.canSign, role: namedRole(vector.expected) },
    });
  },
);

const byId = (id: string): Vector => {
  const matchingVector = vectors.find((vector) => vector.id === id);
  if (matchingVector === undefined) {
    throw new Error(`no vector ${id}`);
  }
  return matchingVector;
};

test('the reason for a delegate names how much it may move', () => {
  expect(resolveVector(byId('sign-009'))).toMatchObject({ value: { reason: expect.stringContaining('400') } });
});

test('the reason for a multisig member names the threshold that it does not reach', () => {
  expect(resolveVector(byId('sign-016'))).toMatchObject({ value: { reason: expect.stringContaining('2 of its 3') } });
});

test('the reason for a withdrawer under a lockup names the custodian', () => {
  expect(resolveVector(byId('sign-031'))).toMatchObject({ value: { reason: expect.stringContaining('custodian') } });
});

test('a member of a 1-of-3 multisig can sign for a token account that the multisig owns', () => {
  const tokens = loadFixture<{ readonly vectors: readonly (FixtureAccount & { readonly label: string })[] }>(
    'token.json',
  );
  const owned = tokens.vectors.find(({ label }) => label === 'account spl owned by multisig 1-of-3');
  const multisig = tokens.vectors.find(({ label }) => label === 'multisig 1-of-3');
  if (owned === undefined || multisig === undefined) {
    throw new Error('the token vectors lack the multisig');
  }
  const accounts = new Map([owned, multisig].map((entry) => [entry.address, account(entry)] as const));
  const member = 'HCvraEyiXHDEA2NzGMCtmMDr9P5CRmBD7Gj5JvMYKa24';
  expect(resolveFully(accounts, member, owned.address)).toMatchObject({
    value: { canSign: true, role: 'multisigMember' },
  });
  expect(resolveFully(accounts, '3hL86pSd1RYV8axX4CU8AwM2ZD11Xfonxk3soguEtibR', owned.address)).toMatchObject({
    value: { canSign: false, role: null },
  });
});

test('a real vote account needs the Clock sysvar, and its reason names the withdrawer', () => {
  const vote = loadFixture<FixtureAccount>('accounts/vote.json');
  const accounts = new Map([
    [vote.address, account(vote)],
    [clockAccount({ slot: 1n, epoch: 0n, unix: 1n }).address, clockAccount({ slot: 1n, epoch: 900n, unix: 1n })],
  ]);
  const needed = canSign(snapshotOf([account(vote)]), '3hL86pSd1RYV8axX4CU8AwM2ZD11Xfonxk3soguEtibR', vote.address);
  expect(needed.kind).toBe('needs');
  expect(resolveFully(accounts, '3hL86pSd1RYV8axX4CU8AwM2ZD11Xfonxk3soguEtibR', vote.address)).toMatchObject({
    value: { canSign: false, reason: expect.stringContaining('withdrawer of this vote account') },
  });
});

test('bytes that fit no layout of their program give a problem', () => {
  const vector = byId('sign-010');
  const entry = vector.accounts[vector.target];
  if (entry === null || entry === undefined) {
    throw new Error('the vector lacks its target');
  }
  const cut = { ...entry, address: vector.target, dataBase64: entry.dataBase64.slice(0, 80) };
  expect(canSign(snapshotOf([account(cut)]), vector.signer, vector.target)).toMatchObject({
    kind: 'problem',
    problem: { code: 'malformed' },
  });
});
