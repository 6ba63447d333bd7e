import { expect, test } from '@jest/globals';
import type { AttemptView } from '../src/api/decision-view.ts';
import { timingSentence } from './timing.ts';

const attempt = (source: string, askedAtMs: number | null, receivedAtMs: number | null): AttemptView => ({
  source,
  role: 'peer',
  outcome: 'ok',
  httpStatus: 200,
  askedAtMs,
  receivedAtMs,
  sourceAtMs: null,
  data: '',
  costMicros: '0',
  isShared: false,
  differenceBps: null,
  update: null,
});

test('the sentence names the first and the last answer', () => {
  const attempts = [attempt('slow', 100, 1_900), attempt('fast', 100, 140), attempt('silent', 100, null)];
  expect(timingSentence({ latencyMs: 1_850, attempts })).toBe(
    'Decided after 1.9 s. fast answered first, after 40 ms; slow answered last, after 1.8 s.',
  );
});

test('the sentence names a single answer once, and no source when none answered', () => {
  expect(timingSentence({ latencyMs: 50, attempts: [attempt('one', 0, 40)] })).toBe(
    'Decided after 50 ms. one answered after 40 ms.',
  );
  expect(timingSentence({ latencyMs: 50, attempts: [attempt('silent', null, null)] })).toBe('Decided after 50 ms.');
  const equal = [attempt('a', 5, 6), attempt('b', 7, 8)];
  expect(timingSentence({ latencyMs: 2, attempts: equal })).toBe(
    'Decided after 2 ms. All 2 sources answered after 1 ms.',
  );
});
