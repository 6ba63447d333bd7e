import { expect, test } from '@jest/globals';
import { createManualClock } from './testing/manual-clock.ts';
import { createBreaker, type Breaker } from './circuit-breaker.ts';

function tell(breaker: Breaker, ...verdicts: ('success' | 'failure' | 'neutral')[]): void {
  verdicts.forEach((verdict) => breaker.record(verdict));
}

test('three failures in a row open the circuit, and a success in between keeps it closed', () => {
  const breaker = createBreaker(createManualClock().now);
  tell(breaker, 'success', 'failure', 'failure', 'success', 'failure', 'failure');
  expect(breaker.state()).toBe('suspect');
  expect(breaker.admit()).toBe(true);
  tell(breaker, 'failure');
  expect(breaker.state()).toBe('open');
  expect(breaker.admit()).toBe(false);
});

test('two failures out of three open the circuit without three failures in a row', () => {
  const breaker = createBreaker(createManualClock().now);
  for (let round = 0; round < 6; round += 1) {
    tell(breaker, 'success', 'failure', 'failure');
  }
  expect(breaker.state()).toBe('open');
});

test('a source that never worked opens at its first failure', () => {
  const breaker = createBreaker(createManualClock().now);
  tell(breaker, 'failure');
  expect(breaker.state()).toBe('open');
});

test('a neutral signal changes nothing', () => {
  const breaker = createBreaker(createManualClock().now);
  tell(breaker, 'success', 'failure', 'failure', 'neutral', 'neutral', 'neutral');
  expect(breaker.state()).toBe('suspect');
});

test('one second after opening, one trial is admitted, and its success closes the circuit', () => {
  const clock = createManualClock();
  const breaker = createBreaker(clock.now);
  tell(breaker, 'failure');
  clock.advance(999);
  expect(breaker.admit()).toBe(false);
  clock.advance(1);
  expect(breaker.admit()).toBe(true);
  expect(breaker.admit()).toBe(false);
  tell(breaker, 'success');
  expect(breaker.state()).toBe('closed');
});

test('trials start one second apart, however long a trial takes to fail', () => {
  const clock = createManualClock();
  const breaker = createBreaker(clock.now);
  tell(breaker, 'failure');
  clock.advance(1_000);
  expect(breaker.admit()).toBe(true);
  clock.advance(900);
  tell(breaker, 'failure');
  expect(breaker.admit()).toBe(false);
  clock.advance(100);
  expect(breaker.admit()).toBe(true);
});

test('a trial with a neutral signal leaves the circuit open for the next trial', () => {
  const clock = createManualClock();
  const breaker = createBreaker(clock.now);
  tell(breaker, 'failure');
  clock.advance(1_000);
  expect(breaker.admit()).toBe(true);
  tell(breaker, 'neutral');
  expect(breaker.state()).toBe('open');
  clock.advance(1_000);
  expect(breaker.admit()).toBe(true);
});
