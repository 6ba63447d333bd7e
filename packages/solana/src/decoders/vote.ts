import type { AccountSnapshot } from '../account.ts';
import { byteReader, type ByteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** Who may do what with a vote account. */
export type Vote = {
  /** The validator that votes through it. */
  readonly node: string;
  readonly withdrawer: string;
  /** Who may sign votes, each from the epoch named on. */
  readonly voters: readonly { readonly epoch: bigint; readonly voter: string }[];
};

/** By version tag: bytes of one vote in its list. Tag 0 was never migrated by hand and is not read here. */
const voteLengths = new Map([
  [1, 12],
  [2, 13],
  [3, 13],
]);
const maxVoters = 64n;

/** Where the list of votes starts: version 3 puts collectors, commissions and an optional 48-byte key before it. */
function votesAt(reader: ByteReader, version: number): number {
  const keyTagAt = 144;
  return version < 3 ? 69 : keyTagAt + (reader.flag(keyTagAt) ? 49 : 1);
}

function readVoters(reader: ByteReader, version: number, voteLength: number): Vote['voters'] {
  const listAt = votesAt(reader, version);
  const votes = reader.u64(listAt);
  if (votes > BigInt(reader.length)) {
    reader.fail(`it cannot hold ${votes} votes`);
  }
  const rootAt = listAt + 8 + Number(votes) * voteLength;
  const votersAt = rootAt + (reader.flag(rootAt) ? 9 : 1);
  const count = reader.u64(votersAt);
  if (count > maxVoters) {
    reader.fail(`it cannot name ${count} voters`);
  }
  return Array.from({ length: Number(count) }, (_, index) => {
    const at = votersAt + 8 + 40 * index;
    return { epoch: reader.u64(at), voter: reader.address(at + 8) };
  });
}

/** Reads a vote account. Stops with `wrong_kind`, `uninitialized`, `unsupported` for another version, or `malformed`. */
export function decodeVote(account: AccountSnapshot): Vote {
  if (account.owner !== programs.vote) {
    throw new ProblemError('wrong_kind', `${account.address} belongs to ${account.owner}, so it is no vote account`);
  }
  const reader = byteReader(account.data, `vote account ${account.address}`);
  const version = reader.u32(0);
  if (account.data.every((byte) => byte === 0)) {
    throw new ProblemError('uninitialized', `vote account ${account.address} was reserved but never initialized`);
  }
  const voteLength = voteLengths.get(version);
  if (voteLength === undefined) {
    throw new ProblemError(
      'unsupported',
      `vote account ${account.address} has version ${version}, which is not read here`,
    );
  }
  return { node: reader.address(4), withdrawer: reader.address(36), voters: readVoters(reader, version, voteLength) };
}

/** Who may sign votes in an epoch: the last voter named for it or for an epoch before it; null when none is. */
export function voterOf(vote: Vote, epoch: bigint): string | null {
  const due = vote.voters.filter((entry) => entry.epoch <= epoch);
  return (
    due.reduce<Vote['voters'][number] | null>(
      (last, entry) => (last === null || entry.epoch > last.epoch ? entry : last),
      null,
    )?.voter ?? null
  );
}
