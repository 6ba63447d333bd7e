import { createHash } from 'node:crypto';
import { streamSeed, uniform } from '../market/random.ts';

/** A profile of the sandbox's social network, with its counts at a time. */
export type SocialProfile = {
  readonly did: string;
  readonly handle: string;
  readonly displayName: string;
  readonly followers: number;
  readonly following: number;
  readonly posts: number;
  readonly createdAt: string;
};

type ProfileFixture = {
  readonly handle: string;
  readonly displayName: string;
  /** The DID of a real account. When absent, a synthetic DID is derived from the handle. */
  readonly did?: string;
  readonly followers: number;
  readonly following: number;
  readonly posts: number;
};

const fixtures: readonly ProfileFixture[] = [
  {
    handle: 'jay.bsky.team',
    displayName: 'Jay',
    did: 'did:plc:oky5czdrnfjpqslsw2a5iclo',
    followers: 1_204_311,
    following: 3_402,
    posts: 5_120,
  },
  {
    handle: 'bsky.app',
    displayName: 'Bluesky',
    did: 'did:plc:z72i7hdynmk6r22z27h6tvur',
    followers: 31_402_118,
    following: 6,
    posts: 712,
  },
  {
    handle: 'pfrazee.com',
    displayName: 'Paul Frazee',
    did: 'did:plc:ragtjsm2j2vknwkz3zp4oxrd',
    followers: 412_090,
    following: 2_871,
    posts: 38_004,
  },
  {
    handle: 'atproto.com',
    displayName: 'AT Protocol',
    did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
    followers: 118_402,
    following: 3,
    posts: 301,
  },
  {
    handle: 'lig.bsky.social',
    displayName: '',
    did: 'did:plc:kxt4u4riehihcpe5lfd6c5l5',
    followers: 8,
    following: 5,
    posts: 2,
  },
  { handle: 'why.bsky.team', displayName: 'Why', followers: 318_774, following: 1_204, posts: 42_116 },
  { handle: 'dril.bsky.social', displayName: 'wint', followers: 402_554, following: 41, posts: 1_622 },
  { handle: 'natgeo.bsky.social', displayName: 'National Geographic', followers: 210_663, following: 88, posts: 2_310 },
  { handle: 'tagesschau.de', displayName: 'tagesschau', followers: 301_217, following: 24, posts: 9_912 },
  { handle: 'tobi.codes', displayName: 'Tobi', followers: 1_902, following: 377, posts: 1_104 },
  { handle: 'knitting-dad.bsky.social', displayName: 'Knitting Dad', followers: 4_211, following: 612, posts: 980 },
  { handle: 'marta-lopez.bsky.social', displayName: 'Marta López', followers: 733, following: 401, posts: 265 },
  {
    handle: 'hexham-glassworks.bsky.social',
    displayName: 'Hexham Glassworks',
    followers: 2_045,
    following: 190,
    posts: 414,
  },
];

/**
 * The time for which the table states its counts. It is fixed, so that the same seed and time always give the same
 * counts.
 */
const countedAtMs = Date.parse('2026-01-01T00:00:00Z');
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a synthetic DID in the form of did:plc. It follows from the handle. */
function syntheticDid(handle: string): string {
  const digest = createHash('sha256').update(`sandbox/${handle}`).digest();
  return `did:plc:${Array.from({ length: 24 }, (_, index) => base32[(digest[index] ?? 0) % 32]).join('')}`;
}

const profiles = fixtures.map((fixture) => ({ ...fixture, did: fixture.did ?? syntheticDid(fixture.handle) }));

/** The handle and the DID of every profile. */
export const profileNames: readonly { readonly handle: string; readonly did: string }[] = profiles.map(
  ({ handle, did }) => ({ handle, did }),
);

/**
 * Returns the profile with this handle or DID, with its counts at a time. Returns undefined when there is none. The
 * counts only grow, and larger profiles gain followers faster.
 */
export function findProfile(seed: string, actor: string, atMs: number): SocialProfile | undefined {
  const lowerCaseActor = actor.toLowerCase();
  const fixture = profiles.find(({ handle, did }) => handle === lowerCaseActor || did === actor);
  if (fixture === undefined) {
    return undefined;
  }
  const { did, handle, displayName } = fixture;
  return { did, handle, displayName, ...countsAt(seed, did, fixture, atMs), createdAt: '2023-04-24T10:11:12.000Z' };
}

/** The counts of a profile: followers, followed accounts and posts. */
export type SyntheticCounts = Pick<SocialProfile, 'followers' | 'following' | 'posts'>;

/** Returns the counts of a profile at a time. They grow from the given counts, at a pace that follows from the seed. */
export function countsAt(seed: string, id: string, { followers, following, posts }: SyntheticCounts, atMs: number) {
  const seconds = Math.max(0, (atMs - countedAtMs) / 1_000);
  const gained = (perSecond: number, variant: number): number =>
    Math.floor(seconds * perSecond * (0.9 + 0.2 * uniform(streamSeed(seed, `account/${id}`), 0, variant)));
  return {
    followers: followers + gained(followers / 4e7, 1),
    following: following + gained(1 / 90_000, 2),
    posts: posts + gained(1 / 20_000, 3),
  };
}
