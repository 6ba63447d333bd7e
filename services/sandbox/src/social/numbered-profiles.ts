import { countsAt, type SyntheticCounts } from './profiles.ts';

/** The platforms of the sandbox that identify an account by a number. */
export type NumberedPlatform = 'farcaster' | 'mastodon' | 'x';

/** An account that has a number and a name, with its counts at a time. */
export type NumberedProfile = SyntheticCounts & {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  /** The host of the account, for Mastodon. */
  readonly host?: string;
};

/** Real accounts with their numbers and names. Their counts are synthetic. */
const fixtures: Readonly<Record<NumberedPlatform, readonly NumberedProfile[]>> = {
  farcaster: [
    { id: '3', name: 'dwr.eth', displayName: 'Dan Romero', followers: 490_770, following: 3_498, posts: 0 },
    { id: '2', name: 'v', displayName: 'Varun Srinivasan', followers: 311_204, following: 1_240, posts: 0 },
  ],
  mastodon: [
    {
      id: '1',
      name: 'Gargron',
      displayName: 'Eugen',
      host: 'mastodon.social',
      followers: 318_699,
      following: 453,
      posts: 61_013,
    },
    {
      id: '13179',
      name: 'Mastodon',
      displayName: 'Mastodon',
      host: 'mastodon.social',
      followers: 801_322,
      following: 30,
      posts: 512,
    },
  ],
  x: [
    {
      id: '2244994945',
      name: 'XDevelopers',
      displayName: 'X Developers',
      followers: 583_423,
      following: 2_048,
      posts: 14_052,
    },
    { id: '783214', name: 'X', displayName: 'X', followers: 67_021_344, following: 5, posts: 15_801 },
  ],
};

/**
 * Returns the account with this number or name on a platform. Returns undefined when there is none. The case of letters
 * does not matter.
 */
export function findNumbered(
  seed: string,
  platform: NumberedPlatform,
  idOrName: string,
  atMs: number,
): NumberedProfile | undefined {
  const lowerName = idOrName.toLowerCase();
  const fixture = fixtures[platform].find(({ id, name }) => id === lowerName || name.toLowerCase() === lowerName);
  return fixture === undefined
    ? undefined
    : { ...fixture, ...countsAt(seed, `${platform}/${fixture.id}`, fixture, atMs) };
}
