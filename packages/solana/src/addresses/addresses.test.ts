import { expect, test } from '@jest/globals';
import { account, loadFixture, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { decodeCpmmPool } from '../decoders/cpmm-pool.ts';
import { cpmmAuthority, dammV2Authority, programs } from '../programs.ts';
import { isOnCurve } from './on-curve.ts';
import {
  addressBytes,
  associatedTokenAddress,
  cpmmConfigAddress,
  cpmmLiquidityMintAddress,
  cpmmPoolAddress,
  findProgramAddress,
} from './program-address.ts';

type CurveVector = {
  readonly label: string;
  readonly address: string;
  readonly hex: string;
  readonly expectedOnCurve: boolean;
};
type AtaVector = {
  readonly owner: string;
  readonly ownerOnCurve: boolean;
  readonly mint: string;
  readonly tokenProgram: string;
  readonly ata: string;
  readonly bump: number;
};

const curve = loadFixture<{ readonly vectors: readonly CurveVector[] }>('oncurve.json').vectors;
const ata = loadFixture<{ readonly vectors: readonly AtaVector[] }>('ata.json').vectors;

test.each(curve.map((vector): [string, CurveVector] => [vector.label, vector]))(
  '32 bytes are on the curve exactly when the runtime says so: %s',
  (_, vector) => {
    const bytes = new Uint8Array(Buffer.from(vector.hex, 'hex'));
    expect(addressBytes(vector.address)).toEqual(bytes);
    expect(isOnCurve(bytes)).toBe(vector.expectedOnCurve);
    // The cache must compare the 32 bytes, not their offset in a larger array.
    const within = new Uint8Array(70).fill(7);
    within.set(bytes, 19);
    expect(isOnCurve(within.subarray(19, 51))).toBe(vector.expectedOnCurve);
  },
);

test('an associated token account is derived as on chain, for owners on and off the curve', () => {
  expect(ata.some(({ ownerOnCurve }) => !ownerOnCurve)).toBe(true);
  for (const { owner, mint, tokenProgram, ata: address, bump } of ata) {
    expect(associatedTokenAddress(owner, mint, tokenProgram)).toEqual({ address, bump });
  }
});

test('the vault authorities of both pool programs follow from their seeds', () => {
  expect(findProgramAddress(['vault_and_lp_mint_auth_seed'], programs.cpmm)).toEqual({
    address: cpmmAuthority,
    bump: 253,
  });
  expect(findProgramAddress(['pool_authority'], programs.dammV2).address).toBe(dammV2Authority);
});

test.each(['cpmm-pool-3ceK.json', 'cpmm-pool-47hq.json'])(
  'a real pool has the standard address of its mints and configuration: %s',
  (file) => {
    const { accounts } = loadFixture<{ readonly accounts: readonly (FixtureAccount & { readonly role: string })[] }>(
      file,
    );
    const pool = decodeCpmmPool(account(accounts.find(({ role }) => role === 'pool_state') as FixtureAccount));
    const [token0, token1] = pool.sides;
    expect(cpmmPoolAddress(pool.config, token1.mint, token0.mint)).toBe(pool.address);
    expect(cpmmLiquidityMintAddress(pool.address)).toBe(pool.lpMint);
    expect([0, 1, 2, 3, 4, 5].map(cpmmConfigAddress)).toContain(pool.config);
  },
);

test("the CPMM program's configurations have their recorded addresses", () => {
  expect([0, 1].map(cpmmConfigAddress)).toEqual([
    'D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2',
    'G95xxie3XbkCqtE39GgQ9Ggc7xBC8Uceve7HFDEFApkc',
  ]);
});

test.each([
  ['31 bytes', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJzi'],
  ['a number over 32 bytes', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['a character that base58 leaves out', 'So1111111111111111111111111111111111111111O'],
])('a text that is not an address throws: %s', (_, text) => {
  expect(() => addressBytes(text)).toThrow();
});
