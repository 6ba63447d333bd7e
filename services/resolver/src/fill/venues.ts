import { hasFunding } from '../entities/venues.ts';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import { onlyValue, type FilledParam } from './filled-param.ts';

/** Finds a venue with funding rates. Returns a problem if no venue in the question has funding rates. */
export function fillVenue(parsed: ParsedQuestion): FilledParam {
  const venues = parsed.entities.venues.map(({ value }) => value);
  const served = venues.filter(hasFunding);
  return served.length === 0 && venues.length > 0 ? { problem: 'other_market' } : onlyValue(served);
}
