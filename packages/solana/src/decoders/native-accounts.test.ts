import { expect, test } from '@jest/globals';
import type { AccountSnapshot } from '../account.ts';
import { addressBytes, programDataAddress } from '../addresses/program-address.ts';
import { account, loadFixture, vectorSlot, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { outcomeOf } from '../outcome.ts';
import { programs } from '../programs.ts';
import { decodeLoaderAccount, decodeLookupTable } from './loader.ts';
import { decodeNonce } from './nonce.ts';
import { decodeStake } from './stake.ts';
import { decodeVote, voterOf } from './vote.ts';

type RealAccount = FixtureAccount & { readonly stated_by_source?: { readonly authority?: string } };

const real = (name: string): RealAccount => loadFixture<RealAccount>(`accounts/${name}.json`);

test('a real nonce account has the authority that its source states', () => {
  const nonce = real('nonce');
  expect(decodeNonce(account(nonce)).authority).toBe(nonce.stated_by_source?.authority);
});

test('real stake accounts give staker, withdrawer and lockup', () => {
  expect(decodeStake(account(real('stake-delegated')))).toMatchObject({
    staker: decodeStake(account(real('stake-delegated'))).withdrawer,
    lockup: { unixSeconds: 0n, epoch: 0n, custodian: null },
  });
  const initialized = decodeStake(account(real('stake-initialized')));
  expect(initialized.staker).not.toBe(initialized.withdrawer);
  expect(initialized.lockup.custodian).not.toBeNull();
});

test('a real program names its derived data account, whose upgrade authority is decoded', () => {
  const program = real('upgradeable-program');
  expect(decodeLoaderAccount(account(program))).toEqual({
    kind: 'program',
    programData: programDataAddress(program.address),
  });
  expect(decodeLoaderAccount(account(real('programdata-head')))).toMatchObject({
    kind: 'program_data',
    authority: decodeLookupTable(account(real('address-lookup-table'))).authority,
  });
});

test('a real vote account of the older layout names its voters by epoch', () => {
  const vote = decodeVote(account(real('vote')));
  expect(vote.voters.length).toBeGreaterThan(0);
  const first = vote.voters[0];
  expect(voterOf(vote, (first?.epoch ?? 0n) + 10n)).toBe(vote.voters.at(-1)?.voter);
});

/** Returns a vote account in the layout of version 2 or 3. It has two votes and two voters. */
function voteAccount(version: 2 | 3, withKey: boolean): AccountSnapshot {
  const keys = ['node', 'withdrawer', 'voter1', 'voter2'].map((_, index) => new Uint8Array(32).fill(index + 1));
  const [node, withdrawer, voterOne, voterTwo] = keys as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const u64 = (value: bigint): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return bytes;
  };
  const head = version === 2 ? Buffer.from([5]) : Buffer.concat([Buffer.alloc(64), Buffer.alloc(12)]);
  const key =
    version === 2
      ? Buffer.alloc(0)
      : withKey
        ? Buffer.concat([Buffer.from([1]), Buffer.alloc(48, 9)])
        : Buffer.alloc(1);
  const votes = Buffer.concat([u64(2n), Buffer.alloc(26, 3)]);
  const root = Buffer.concat([Buffer.from([1]), u64(77n)]);
  const voters = Buffer.concat([u64(2n), u64(10n), voterOne, u64(20n), voterTwo]);
  const tag = Buffer.from([version, 0, 0, 0]);
  const data = Buffer.concat([tag, node, withdrawer, head, key, votes, root, voters, Buffer.alloc(3_000)]);
  const address = 'sCtiJieP8B3SwYnXemiLpRFRR8KJLMtsMVN25fAFWjW';
  return { address, owner: programs.vote, lamports: 1n, executable: false, data, slot: vectorSlot };
}

test.each([
  ['version 2', voteAccount(2, false)],
  ['version 3', voteAccount(3, false)],
  ['version 3 with a key of its own', voteAccount(3, true)],
])('the voter of an epoch is decoded from a vote account of %s', (_, entry) => {
  const vote = decodeVote(entry);
  const first = addressBytes(vote.voters[0]?.voter ?? '');
  expect(first).toEqual(new Uint8Array(32).fill(3));
  expect(voterOf(vote, 9n)).toBeNull();
  expect(voterOf(vote, 15n)).toBe(vote.voters[0]?.voter);
  expect(voterOf(vote, 20n)).toBe(vote.voters[1]?.voter);
});

test('a vote account of an unknown version is unsupported', () => {
  const entry = voteAccount(3, false);
  const data = Uint8Array.from(entry.data);
  data[0] = 4;
  expect(outcomeOf(() => decodeVote({ ...entry, data }))).toMatchObject({ problem: { code: 'unsupported' } });
});
