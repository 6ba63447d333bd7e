import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PlaygroundView } from '../../src/playground/call.ts';

/** The last answer of the playground, and when it arrived in milliseconds since the Unix epoch. */
type LastAnswer = { readonly answer: Pick<PlaygroundView, 'rateLimit'>; readonly atMs: number };

/** Returns the seconds until the key may send another call. 0 while calls are left. */
export function waitSecondsOf(last: LastAnswer | undefined, nowMs: number): number {
  const limit = last?.answer.rateLimit;
  if (last === undefined || limit === null || limit === undefined || limit.remaining > 0) {
    return 0;
  }
  const passedMs = Math.max(0, nowMs - last.atMs);
  return Math.max(0, Math.ceil(limit.resetSeconds - passedMs / 1_000));
}

/** Says how many calls of the key are left in the current minute. */
export function RateLimit({ last }: { readonly last: LastAnswer | undefined }): ReactNode {
  const limit = last?.answer.rateLimit;
  return limit === null || limit === undefined ? null : (
    <Text size="sm" className="muted" data-testid="rate-limit">
      {limit.remaining.toLocaleString()} of {limit.limit.toLocaleString()} calls left this minute
    </Text>
  );
}
