import { expect, test } from '@jest/globals';
import { account, loadFixture, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { outcomeOf } from '../outcome.ts';
import { decodeMint } from './mint.ts';
import { decodeMultisig } from './multisig.ts';
import { decodeTokenAccount } from './token-account.ts';
import type { ExtensionName } from './token-extensions.ts';

type Vector = FixtureAccount & {
  readonly label: string;
  readonly kind: 'mint' | 'account' | 'multisig' | 'unknown';
  readonly expected: Readonly<Record<string, unknown>> & { readonly extensionTypes?: readonly string[] };
  readonly expectedMetadata?: Readonly<Record<string, unknown>>;
};

const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('token.json');
const label = (vector: Vector): [string, Vector] => [vector.label, vector];
const sound = (vector: Vector, kind: Vector['kind']): boolean =>
  vector.kind === kind && vector.expected.extensionTypes !== undefined;

/** Returns the name that the token program's own library uses for an extension. The vectors contain these names. */
function libraryName(name: ExtensionName): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function named(label: string): Vector {
  const matchingVector = vectors.find((vector) => vector.label === label);
  if (matchingVector === undefined) {
    throw new Error(`no vector ${label}`);
  }
  return matchingVector;
}

test.each(vectors.filter((vector) => sound(vector, 'mint')).map(label))(
  'a mint made by the token programs decodes: %s',
  (_, vector) => {
    const mint = decodeMint(account(vector));
    expect({
      mintAuthority: mint.mintAuthority,
      freezeAuthority: mint.freezeAuthority,
      supply: mint.supply.toString(),
      decimals: mint.decimals,
      isInitialized: true,
      extensionTypes: mint.extensions.names.map(libraryName),
    }).toEqual(vector.expected);
  },
);

test.each(vectors.filter((vector) => sound(vector, 'account')).map(label))(
  'a token account made by the token programs decodes: %s',
  (_, vector) => {
    const tokenAccount = decodeTokenAccount(account(vector));
    expect({
      mint: tokenAccount.mint,
      owner: tokenAccount.owner,
      amount: tokenAccount.amount.toString(),
      delegate: tokenAccount.delegate,
      delegatedAmount: tokenAccount.delegatedAmount.toString(),
      isFrozen: tokenAccount.state === 'frozen',
      isInitialized: true,
      isNative: tokenAccount.nativeReserve !== null,
      rentExemptReserve: tokenAccount.nativeReserve?.toString() ?? null,
      closeAuthority: tokenAccount.closeAuthority,
      extensionTypes: tokenAccount.extensions.map(libraryName),
    }).toEqual(vector.expected);
  },
);

test.each(vectors.filter(({ kind }) => kind === 'multisig').map(label))('a multisig decodes: %s', (_, vector) => {
  const { threshold: m, signers } = decodeMultisig(account(vector));
  expect({ m, n: signers.length, signers }).toEqual(vector.expected);
});

test.each(vectors.filter(({ expected }) => expected['isInitialized'] === false).map(label))(
  'an account that was never initialized gives the code uninitialized: %s',
  (_, vector) => {
    const decode = vector.kind === 'mint' ? decodeMint : decodeTokenAccount;
    expect(outcomeOf(() => decode(account(vector)))).toMatchObject({ problem: { code: 'uninitialized' } });
  },
);

test('the account type byte decides the kind of a Token-2022 account', () => {
  const entry = account(named('t22 account type byte says mint(1) but base looks like account'));
  expect(outcomeOf(() => decodeTokenAccount(entry))).toMatchObject({ problem: { code: 'malformed' } });
  expect(outcomeOf(() => decodeMint(entry))).toMatchObject({ problem: { code: 'malformed' } });
});

test('an extension that leads past the end makes a mint malformed', () => {
  const entry = account(named('t22 mint truncated TLV'));
  expect(outcomeOf(() => decodeMint(entry))).toMatchObject({ problem: { code: 'malformed' } });
});

test('an unknown extension is reported', () => {
  const vector = named('t22 mint unknown extension 9999 len 4');
  const { decimals, extensions } = decodeMint(account(vector));
  expect({ decimals, unknownExtensions: extensions.unknown }).toEqual(vector.expected);
});

test('a transfer fee has its tiers and authorities, and an authority of zeros is null', () => {
  expect(decodeMint(account(named('mint TransferFeeConfig 250bps'))).extensions.transferFee).toEqual({
    configAuthority: 'A1Leuv7tiSFYJAXWcSrZ5GNpBJ8Q3SbZR5tjRZfKYxSF',
    withdrawAuthority: '8pGJZkaWg8bRZgSxf8ZBqr6UZe9v93jWW1KMopA8N8Kp',
    older: { epoch: 0n, maximumFee: 1_000_000n, feeBps: 250 },
    newer: { epoch: 0n, maximumFee: 1_000_000n, feeBps: 250 },
  });
  expect(decodeMint(account(named('mint TransferFeeConfig no authorities'))).extensions.transferFee).toMatchObject({
    configAuthority: null,
    withdrawAuthority: null,
  });
});

test('every extension of a mint with many is decoded', () => {
  const { extensions } = decodeMint(account(named('mint kitchen sink')));
  expect(extensions).toMatchObject({
    closeAuthority: 'A1Leuv7tiSFYJAXWcSrZ5GNpBJ8Q3SbZR5tjRZfKYxSF',
    permanentDelegate: '8pGJZkaWg8bRZgSxf8ZBqr6UZe9v93jWW1KMopA8N8Kp',
    transferHook: { program: 'DedamYCbGwpADooBLCWt1MiKrwXs8fNcnJMqHD4fortp' },
    pausable: { paused: expect.any(Boolean) },
    nonTransferable: false,
  });
});

test('metadata inside a mint is decoded', () => {
  const vector = named('mint TokenMetadata (name/symbol/uri/kv)');
  const { additionalMetadata: _more, ...expected } = vector.expectedMetadata ?? {};
  expect(decodeMint(account(vector)).extensions.metadata).toEqual(expected);
});

test('the eight extensions of a real mint are decoded', () => {
  const mint = decodeMint(account(loadFixture<FixtureAccount>('accounts/token-2022-mint-extensions.json')));
  expect(mint.extensions.names).toHaveLength(8);
  expect(mint.extensions).toMatchObject({
    transferFee: { newer: { feeBps: 0, maximumFee: 0n } },
    permanentDelegate: mint.freezeAuthority,
    transferHook: { program: null },
    metadata: { name: 'PayPal USD', symbol: 'PYUSD' },
  });
});
