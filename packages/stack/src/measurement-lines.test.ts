import { expect, test } from '@jest/globals';
import { changeLines, expectedLevel, progressLine, summaryLine } from './measurement-lines.ts';
import type { ServedType } from './served-types.ts';

function served(level: ServedType['maxLevel'], more: Partial<ServedType> = {}): ServedType {
  return { maxLevel: level, exampleLevel: level, isMeasuring: false, decidedPairs: 0, openPairs: 0, ...more };
}

const unmeasured = served('single_source', { isMeasuring: true, decidedPairs: 1, openPairs: 9 });

test('the sentence above the sample says the level now, and the level to expect where the measurement can raise it', () => {
  expect(expectedLevel(served('anchored'), 'anchored', 'sandbox')).toBe('The level of this answer is anchored:');
  expect(expectedLevel(unmeasured, 'anchored', 'sandbox')).toBe(
    'The level of this answer is single_source now. It rises to anchored when its sources are proven independent, usually within a minute:',
  );
  expect(expectedLevel(unmeasured, 'anchored', 'live')).toContain('It can rise to anchored');
  // Further measurement cannot raise the level here, for example because the system has no nodes.
  expect(expectedLevel(served('consensus'), 'anchored', 'live')).toBe('The level of this answer is consensus:');
});

test("the progress names the sample's own level, which the best asset of its type may exceed", () => {
  const now = new Map([['token.price', { ...unmeasured, maxLevel: 'anchored' as const }]]);
  expect(progressLine(now, 'token.price')).toMatch(/^the request gets single_source; /);
});

test('the progress counts the pairs of the nodes once, and names what is missing', () => {
  const chain = served('anchored', { decidedPairs: 3 });
  const now = new Map([
    ['chain.pool_state', chain],
    ['chain.token_risk', chain],
    ['spot.price', unmeasured],
  ]);
  expect(progressLine(now, undefined)).toBe('4 pairs proven; open: spot.price 9');
  expect(progressLine(new Map(), 'spot.price')).toBe('the engine does not answer');
});

test('each level that types reach or lose gets one line, and the sample gets its own', () => {
  const before = new Map([
    ['chain.pool_state', unmeasured],
    ['chain.token_risk', unmeasured],
    ['spot.price', unmeasured],
    ['game.players', served('single_source')],
  ]);
  const now = new Map([
    ['chain.pool_state', served('anchored')],
    ['chain.token_risk', served('anchored')],
    ['spot.price', served('consensus')],
    ['game.players', served('single_source')],
  ]);
  expect(changeLines(before, now, 'spot.price')).toEqual([
    'anchored: chain.* (2 types)',
    'consensus: spot.price',
    'the request above gets consensus now',
  ]);
  expect(changeLines(now, now, 'spot.price')).toEqual([]);
  expect(changeLines(now, before, undefined)).toEqual(['single_source: chain.* (2 types), spot.price']);
});

test('the summary counts the types of each level', () => {
  const now = new Map([
    ['chain.pool_state', served('anchored')],
    ['game.players', served('single_source')],
  ]);
  expect(summaryLine(now)).toBe('every type is measured: anchored 1, single_source 1');
});
