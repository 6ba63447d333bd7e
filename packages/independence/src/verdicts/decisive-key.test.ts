import { expect, test } from '@jest/globals';
import { decisiveKey } from './decisive-key.ts';
import { unmeasuredPair } from './measured-pair.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

function keyOf(
  key: string,
  verdict: 'unknown' | 'independent' | 'shared_upstream',
  nats: number,
  observations: number,
): KeyVerdicts {
  const times = { sinceMs: 1, judgedMs: 1, newestMs: 1 };
  const pair = {
    ...times,
    providers: ['a', 'b'] as const,
    verdict,
    nats,
    observations,
    kinds: [],
    maxShare: null,
    reason: '',
  };
  return { type: 't', key, observations: 1, judgedMs: 1, composites: [], pairs: [pair] };
}

const keys = [
  keyOf('weak', 'independent', 1, 50),
  keyOf('strong', 'independent', 0, 90),
  keyOf('linked', 'shared_upstream', 14, 200),
  keyOf('doubted', 'unknown', 5, 9),
];

test('the key with the most evidence for the verdict decides', () => {
  const pair = unmeasuredPair('a', 'b');
  expect(decisiveKey({ ...pair, verdict: 'independent' }, keys)?.key).toBe('strong');
  expect(decisiveKey({ ...pair, verdict: 'shared_upstream' }, keys)?.key).toBe('linked');
  expect(decisiveKey(pair, keys)?.key).toBe('doubted');
});

test('without a key of the verdict the strongest evidence of any key decides, and without both providers none', () => {
  expect(decisiveKey({ ...unmeasuredPair('a', 'b'), verdict: 'independent' }, keys.slice(2))?.key).toBe('linked');
  expect(decisiveKey(unmeasuredPair('a', 'c'), keys)).toBeUndefined();
});
