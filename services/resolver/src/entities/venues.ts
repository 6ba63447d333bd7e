import { fundingVenues, otherVenues } from '@assay/catalog/tables/venues';
import type { Mention, ClaimedCharacters } from './mention.ts';
import { findMisspelt, findNames, indexNames } from './name-index.ts';
import type { WordWindow } from '../words.ts';

/** Names that far more often mean an asset than a venue. */
const neverVenues = new Set(['bnb']);
const index = indexNames(
  [...fundingVenues, ...otherVenues].flatMap(({ id, aliases }) =>
    [id, ...aliases].filter((name) => !neverVenues.has(name)).map((name) => ({ name, value: id })),
  ),
);
const withFunding = new Set<string>(fundingVenues.map(({ id }) => id));

/** Finds exchanges by name. */
export function findVenues(folded: string, windows: readonly WordWindow[], claimed: ClaimedCharacters): Mention[] {
  return findNames(index, folded, windows, claimed);
}

/** Finds misspelt names of exchanges. */
export function findMisspeltVenues(windows: readonly WordWindow[], claimed: ClaimedCharacters): Mention[] {
  return findMisspelt(index, windows, claimed);
}

/** Returns whether any source reports the venue's funding rates. */
export function hasFunding(venue: string): boolean {
  return withFunding.has(venue);
}
