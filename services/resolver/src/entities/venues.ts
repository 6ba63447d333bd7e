import { fundingVenues, otherVenues } from '@assay/catalog/tables/venues';
import type { Mention, Taken } from './mention.ts';
import { findMisspelt, findNames, indexNames } from './name-index.ts';
import type { Window } from '../words.ts';

/** Also an asset's ticker, and far more often meant as that. */
const neverVenues = new Set(['bnb']);
const index = indexNames(
  [...fundingVenues, ...otherVenues].flatMap(({ id, aliases }) =>
    [id, ...aliases].filter((name) => !neverVenues.has(name)).map((name) => ({ name, value: id })),
  ),
);
const withFunding = new Set<string>(fundingVenues.map(({ id }) => id));

/** Finds exchanges by name. */
export function findVenues(folded: string, windows: readonly Window[], taken: Taken): Mention[] {
  return findNames(index, folded, windows, taken);
}

/** Finds exchanges whose names are misspelt. */
export function findMisspeltVenues(windows: readonly Window[], taken: Taken): Mention[] {
  return findMisspelt(index, windows, taken);
}

/** Whether some source reports this venue's funding rates. */
export function hasFunding(venue: string): boolean {
  return withFunding.has(venue);
}
