import type { Reading } from '../entities/extract.ts';
import { onlyValue, type Found } from './found.ts';

const metrics = ['followers', 'following', 'posts'] as const;

/** A Bluesky handle. */
export function fillHandle(reading: Reading): Found {
  return onlyValue(reading.entities.handles.map(({ value }) => value));
}

/** An account's DID, where the question gives it. */
export function fillUserId(reading: Reading): Found {
  return onlyValue(reading.entities.dids.map(({ value }) => value));
}

/**
 * What is to be counted: the first that is named, since "followers of those who post" asks for followers. Followers are
 * what the type counts when nothing is said, so that they are left unsaid.
 */
export function fillMetric(reading: Reading): Found {
  const named = reading.named.get('metric')?.toLowerCase();
  const value = metrics.find((metric) => metric === named) ?? reading.entities.metrics[0]?.value;
  return value === undefined || value === 'followers' ? undefined : { value };
}
