import type { Reading } from '../entities/extract.ts';
import { onlyValue, type Found } from './found.ts';

/** A Bluesky handle. */
export function fillHandle(reading: Reading): Found {
  return onlyValue(reading.entities.handles.map(({ value }) => value));
}

/** An account's DID, where the question gives it. */
export function fillUserId(reading: Reading): Found {
  return onlyValue(reading.entities.dids.map(({ value }) => value));
}

/** What is to be counted: the first that is named, since "followers of those who post" asks for followers. */
export function fillMetric(reading: Reading): Found {
  const named = reading.named.get('metric')?.toLowerCase();
  const [first] = reading.entities.metrics;
  return named !== undefined && ['followers', 'following', 'posts'].includes(named)
    ? { value: named }
    : first === undefined
      ? undefined
      : { value: first.value };
}
