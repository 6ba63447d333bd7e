import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from './account.ts';
import { addressKind } from './addresses/address-kind.ts';
import { resolveAddress } from './addresses/resolve-address.ts';
import { tokenAccountOwner } from './addresses/token-account-owner.ts';
import { canSign } from './authority/can-sign.ts';
import { decodeMetaplexMetadata } from './decoders/token-metadata.ts';
import { trustedPrice } from './decoders/price-update.ts';
import { account, clockAccount, loadFixture, vectorSlot, type FixtureAccount } from './testing/chain-fixtures.ts';
import { outcomeOf, type Derivation } from './outcome.ts';
import { poolState } from './quotes/pool-state.ts';
import { programs } from './programs.ts';
import { tokenRisk } from './risk/token-risk.ts';

const clock = clockAccount({ slot: 1n, epoch: 900n, unix: 1_760_000_000n });
const signer = '3hL86pSd1RYV8axX4CU8AwM2ZD11Xfonxk3soguEtibR';

const files = [
  'address-lookup-table',
  'nonce',
  'price-update-v2-sol-usd',
  'programdata-head',
  'spl-mint',
  'spl-token-account',
  'stake-delegated',
  'stake-initialized',
  'token-2022-mint-extensions',
  'upgradeable-program',
  'vote',
];
const real = files.map((name) => account(loadFixture<FixtureAccount>(`accounts/${name}.json`)));
const tokenVectors = loadFixture<{ readonly vectors: readonly FixtureAccount[] }>('token.json').vectors.map(account);
const accounts = [...real, ...tokenVectors];

/**
 * Runs a derivation over a broken account until it has a result. When the derivation asks for accounts, it adds them
 * and runs the derivation again.
 */
function resolveFully<T>(broken: AccountSnapshot, derive: (snapshot: ChainSnapshot) => Derivation<T>): Derivation<T> {
  const accountsRead = new Map<string, AccountSnapshot | null>([[broken.address, broken]]);
  for (let round = 0; round < 10; round += 1) {
    const result = derive(chainSnapshot(vectorSlot, accountsRead));
    if (result.kind !== 'needs') {
      return result;
    }
    for (const address of result.addresses) {
      const fixtureAccount = [...accounts, clock].find((entry) => entry.address === address);
      accountsRead.set(address, fixtureAccount ?? null);
    }
  }
  throw new Error('a derivation never stops asking for accounts');
}

function deriveAll(broken: AccountSnapshot): readonly Derivation<unknown>[] {
  const { address } = broken;
  const unread = { kind: 'unread', why: 'it was not asked' } as const;
  const requirement = {
    feedId: '',
    nowSeconds: 0n,
    receiver: programs.pythReceiver,
    maximumAgeSeconds: 60n,
    maximumLeadSeconds: 5n,
    maximumConfidenceBps: 50n,
  };
  return [
    resolveFully(broken, (snapshot) => resolveAddress(snapshot, address)),
    resolveFully(broken, (snapshot) => tokenAccountOwner(snapshot, address)),
    resolveFully(broken, (snapshot) => canSign(snapshot, signer, address)),
    resolveFully(broken, (snapshot) => poolState(snapshot, address)),
    resolveFully(broken, (snapshot) =>
      tokenRisk(snapshot, { mint: address, largestAccounts: unread, liquidity: null }),
    ),
    trustedPrice(broken, requirement),
    outcomeOf(() => decodeMetaplexMetadata(broken)),
  ];
}

const anyAccount = fc.nat({ max: accounts.length - 1 }).map((index) => accounts[index] ?? clock);

test('no derivation crashes on an account whose bytes were changed, cut or extended at random', () => {
  fc.assert(
    fc.property(
      anyAccount,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
      fc.double({ min: 0, max: 1.2, noNaN: true }),
      (whole, changes, length) => {
        const data = new Uint8Array(Math.floor(whole.data.length * length));
        data.set(whole.data.subarray(0, data.length));
        for (const [at, value] of changes) {
          if (data.length > 0) {
            data[at % data.length] = value;
          }
        }
        for (const result of deriveAll({ ...whole, data })) {
          expect(['value', 'problem']).toContain(result.kind);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('no derivation crashes on random bytes under any known program', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(programs)),
      fc.uint8Array({ maxLength: 400 }),
      fc.boolean(),
      (owner, data, executable) => {
        const entry = { address: signer, owner, lamports: 1n, executable, data, slot: vectorSlot };
        for (const result of deriveAll(entry)) {
          expect(['value', 'problem']).toContain(result.kind);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a token account, mint or stake account that was cut or zeroed is not recognized as its kind', () => {
  const kinds = ['token_account', 'mint', 'stake', 'nonce', 'multisig', 'program_data'];
  const whole = accounts.filter((entry) => kinds.includes(addressKind(entry.address, entry)));
  expect(whole.length).toBeGreaterThan(25);
  for (const entry of whole) {
    const cut = { ...entry, data: entry.data.subarray(0, 30) };
    const zeroed = { ...entry, data: new Uint8Array(entry.data.length) };
    expect(['unknown', 'pda']).toContain(addressKind(entry.address, cut));
    expect(['unknown', 'pda']).toContain(addressKind(entry.address, zeroed));
  }
});
