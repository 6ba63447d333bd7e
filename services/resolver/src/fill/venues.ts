import { hasFunding } from '../entities/venues.ts';
import type { Reading } from '../entities/extract.ts';
import { onlyValue, type Found } from './found.ts';

/** A venue whose funding rates are reported here. Only venues that nobody here reports are a problem. */
export function fillVenue(reading: Reading): Found {
  const venues = reading.entities.venues.map(({ value }) => value);
  const served = venues.filter(hasFunding);
  return served.length === 0 && venues.length > 0 ? { problem: 'other_market' } : onlyValue(served);
}
