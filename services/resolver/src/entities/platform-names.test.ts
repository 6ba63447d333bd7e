import { expect, test } from '@jest/globals';
import { normalizeQuestion } from '../question-text.ts';
import { parseQuestion } from './parse-question.ts';

function namesIn(query: string): readonly string[] {
  return parseQuestion(normalizeQuestion(query)).entities.bareNames.map(({ value }) => value);
}

test.each([
  ['my cat has more followers on X than BillGates', 'billgates'],
  ['كم عدد متابعي الحساب AJEnglish على تويتر؟', 'ajenglish'],
  ['X पर narendramodi के कितने फॉलोअर हैं?', 'narendramodi'],
  ['Xの nintendo って何人にフォローされてるの', 'nintendo'],
  ['her farcaster name, it\'s "tinysynth", how many followers', 'tinysynth'],
  ['size of the audience on Twitter (brinemarket)', 'brinemarket'],
  ['jessepollak, farcaster, followers', 'jessepollak'],
  ['for the X row (my handle there is cohh) fetch the followers', 'cohh'],
  ['User: ugh ok twitter then, handle nasa', 'nasa'],
  ['narendramodi ko X pe kitne log follow karte hain', 'narendramodi'],
])('%s names %s', (query, name) => {
  expect(namesIn(query)).toEqual([name]);
});

test.each([
  'how many posts were made on X by the account identified in the annex',
  'uske twitter pe kitne followers hain',
  'wie viele folgen mir auf twitter',
])('no name: %s', (query) => {
  expect(namesIn(query)).toEqual([]);
});
