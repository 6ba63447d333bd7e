import { expect, test } from '@jest/globals';
import { createAccessDenials, liveDenialWaits, type AccessDenials } from './access-denials.ts';

function setUp() {
  let nowMs = 5_000_000;
  const logged: string[] = [];
  const denials = createAccessDenials(
    liveDenialWaits,
    () => nowMs,
    (detail) => logged.push(detail),
  );
  return { denials, logged, advance: (ms: number) => (nowMs += ms) };
}

test('a refused key stops every question for a minute, then twice as long, up to a quarter of an hour', () => {
  const { denials, logged, advance } = setUp();
  const waits: number[] = [];
  for (let each = 0; each < 6; each += 1) {
    expect(denials.of('a')).toBeUndefined();
    denials.deny('a', 'HTTP 401', 'caller');
    waits.push(denials.of('another')?.remainingMs ?? 0);
    advance(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
  expect(logged).toEqual(['HTTP 401']);
});

test('refusals of requests that were in flight together count once', () => {
  const { denials } = setUp();
  ['a', 'b', 'c', 'd'].forEach((question) => denials.deny(question, 'HTTP 401', 'caller'));
  expect(denials.ofAll()?.remainingMs).toBe(60_000);
});

test('a refusal of one question stops that question only', () => {
  const { denials } = setUp();
  denials.deny('a', 'HTTP 403', 'question');
  expect(denials.of('a')).toEqual({ detail: 'HTTP 403', remainingMs: 60_000 });
  expect(denials.of('b')).toBeUndefined();
  denials.deny('b', 'HTTP 403', 'question');
  denials.allow('c');
  denials.deny('d', 'HTTP 403', 'question');
  expect(denials.ofAll()).toBeUndefined();
});

test.each<[string, (denials: AccessDenials) => void]>([
  ['the example', (denials) => denials.expect('b')],
  ['one that was answered before', (denials) => denials.allow('b')],
])('three different questions refused in a row stop all questions when %s is among them', (_title, makeKnown) => {
  const { denials, logged } = setUp();
  makeKnown(denials);
  ['a', 'b', 'c'].forEach((question) => denials.deny(question, 'HTTP 403', 'question'));
  expect(denials.of('d')).toEqual({ detail: 'HTTP 403', remainingMs: 60_000 });
  expect(logged).toEqual(['HTTP 403']);
});

test('an answer ends a refusal, and the next one is logged again and waits a minute', () => {
  const { denials, logged, advance } = setUp();
  denials.deny('a', 'HTTP 401', 'caller');
  advance(60_000);
  denials.deny('a', 'HTTP 401', 'caller');
  advance(120_000);
  expect([denials.ofAll(), denials.isDenied()]).toEqual([undefined, true]);
  denials.allow('a');
  expect(denials.isDenied()).toBe(false);
  denials.deny('a', 'HTTP 401', 'caller');
  expect(denials.ofAll()?.remainingMs).toBe(60_000);
  expect(logged).toHaveLength(2);
});

test('no number of refused questions that the provider never answered stops the others', () => {
  const { denials } = setUp();
  denials.expect('example');
  denials.allow('another');
  for (let each = 0; each < 50; each += 1) {
    denials.deny(`private ${each}`, 'HTTP 403', 'question');
    denials.deny(`blocked ${each}`, 'HTTP 451', 'region');
  }
  expect([denials.ofAll(), denials.of('another'), denials.isDenied()]).toEqual([undefined, undefined, false]);
  denials.deny('example', 'HTTP 403', 'question');
  expect(denials.ofAll()).toEqual({ detail: 'HTTP 403', remainingMs: 60_000 });
});

test('a refused region stops all questions when the provider is known to answer the question', () => {
  const { denials } = setUp();
  denials.expect('example');
  denials.deny('example', 'HTTP 451', 'region');
  expect(denials.ofAll()?.remainingMs).toBe(60_000);
});

test('one refused request stops a node that answered before only when two more follow in a row', () => {
  const { denials } = setUp();
  denials.allow('any');
  denials.deny('any', 'HTTP 403', 'request');
  denials.deny('any', 'HTTP 403', 'request');
  expect(denials.isDenied()).toBe(false);
  denials.allow('any');
  for (let each = 0; each < 3; each += 1) {
    expect(denials.isDenied()).toBe(false);
    denials.deny('any', 'HTTP 403', 'request');
  }
  expect(denials.isDenied()).toBe(true);
});
