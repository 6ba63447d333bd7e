import type { ParsedQuestion } from '../entities/parse-question.ts';
import { onlyValue, type FilledParam } from './filled-param.ts';

const metrics = ['followers', 'following', 'posts'] as const;

/** Finds a Bluesky handle. */
export function fillHandle(parsed: ParsedQuestion): FilledParam {
  return onlyValue(parsed.entities.handles.map(({ value }) => value));
}

/**
 * Finds no platform. A question names a Bluesky account, and the form of its handle says so. Questions about other
 * platforms are refused before: see `intent-signals/out-of-scope.ts`.
 */
export function fillPlatform(): FilledParam {
  return undefined;
}

/** Finds the DID of an account. */
export function fillUserId(parsed: ParsedQuestion): FilledParam {
  return onlyValue(parsed.entities.dids.map(({ value }) => value));
}

/**
 * Finds the social metric. The first one wins: "followers of those who post" asks for followers. Returns undefined for
 * followers, because that is the default of the data type.
 */
export function fillMetric(parsed: ParsedQuestion): FilledParam {
  const named = parsed.named.get('metric')?.toLowerCase();
  const value = metrics.find((metric) => metric === named) ?? parsed.entities.metrics[0]?.value;
  return value === undefined || value === 'followers' ? undefined : { value };
}
