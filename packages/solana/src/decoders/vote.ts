import type { AccountSnapshot } from '../account.ts';
import { byteReader, type ByteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** The keys that have rights over a vote account. */
export type Vote = {
  /** The key of the validator that votes through the account. */
  readonly node: string;
  readonly withdrawer: string;
  /** The keys that may sign votes, each with the first epoch in which it may. */
  readonly voters: readonly { readonly epoch: bigint; readonly voter: string }[];
};

/** Length in bytes of one vote in the list, by version. Version 0 is not supported. */
const voteLengths = new Map([
  [1, 12],
  [2, 13],
  [3, 13],
]);
const maxVoters = 64n;

/**
 * Returns the offset of the list of votes. Version 3 has collectors, commissions and an optional 48-byte key before it.
 */
function votesAt(reader: ByteReader, version: number): number {
  const keyTagAt = 144;
  return version < 3 ? 69 : keyTagAt + (reader.flag(keyTagAt) ? 49 : 1);
}

function readVoters(reader: ByteReader, version: number, voteLength: number): Vote['voters'] {
  const listAt = votesAt(reader, version);
  const votes = reader.u64(listAt);
  if (votes > BigInt(reader.length)) {
    reader.fail(`it is too short for ${votes} votes`);
  }
  const rootAt = listAt + 8 + Number(votes) * voteLength;
  const votersAt = rootAt + (reader.flag(rootAt) ? 9 : 1);
  const count = reader.u64(votersAt);
  if (count > maxVoters) {
    reader.fail(`${count} voters are above the maximum of ${maxVoters}`);
  }
  return Array.from({ length: Number(count) }, (_, index) => {
    const at = votersAt + 8 + 40 * index;
    return { epoch: reader.u64(at), voter: reader.address(at + 8) };
  });
}

/**
 * Decodes a vote account. Throws ProblemError `wrong_kind`, `uninitialized`, `unsupported` for another version, or
 * `malformed`.
 */
export function decodeVote(account: AccountSnapshot): Vote {
  if (account.owner !== programs.vote) {
    throw new ProblemError('wrong_kind', `${account.address} belongs to ${account.owner}, so it is not a vote account`);
  }
  const reader = byteReader(account.data, `vote account ${account.address}`);
  const version = reader.u32(0);
  if (account.data.every((byte) => byte === 0)) {
    throw new ProblemError('uninitialized', `vote account ${account.address} was never initialized`);
  }
  const voteLength = voteLengths.get(version);
  if (voteLength === undefined) {
    throw new ProblemError(
      'unsupported',
      `vote account ${account.address} has version ${version}, which is not supported`,
    );
  }
  return { node: reader.address(4), withdrawer: reader.address(36), voters: readVoters(reader, version, voteLength) };
}

/**
 * Returns the key that may sign votes in an epoch: among the voters whose first epoch has come, the one with the latest
 * first epoch. Null when there is none.
 */
export function voterOf(vote: Vote, epoch: bigint): string | null {
  const due = vote.voters.filter((entry) => entry.epoch <= epoch);
  return (
    due.reduce<Vote['voters'][number] | null>(
      (last, entry) => (last === null || entry.epoch > last.epoch ? entry : last),
      null,
    )?.voter ?? null
  );
}
