import { expect, test } from '@jest/globals';
import { normalizeQuestion } from '../question-text.ts';
import { parseQuestion, type Entities } from './parse-question.ts';

function entitiesOf(query: string): Entities {
  return parseQuestion(normalizeQuestion(query)).entities;
}

function handlesIn(query: string): readonly string[] {
  return entitiesOf(query).handles.map(({ value }) => value);
}

function gamesIn(query: string): readonly string[] {
  const { games, gameLikeNames } = entitiesOf(query);
  return [...games, ...gameLikeNames].map(({ value }) => value);
}

test.each([
  ['how many people does vitalik dot eth follow', 'vitalik.eth'],
  ['gargron at mastodon dot social how many followers', 'gargron@mastodon.social'],
  ['number of posts from jay dot b sky dot team', 'jay.bsky.team'],
  ['posts by p frazee dot com p f r a z e e dot com', 'pfrazee.com'],
])('%s names %s as people say it', (query, handle) => {
  expect(handlesIn(query)).toEqual([handle]);
});

test('people at a site are no name on it', () => {
  expect(handlesIn('how many followers at mastodon dot social')).toEqual([]);
});

test.each([
  'The Ministry asks how many people are playing the game',
  "How many people are playing it? It's the one I've gone on about",
  'Game: <please select> / Description: number of players right now',
  'how many are playing "his game" on Steam',
  'the bonus schedule says: check the number of players',
  'awake on the ward and playing, how many players are there',
  'how many players are even online on steam',
])('no game: %s', (query) => {
  expect(gamesIn(query)).toEqual([]);
});

test.each([
  ['Screeps on Steam: number of players at the moment?', 'Screeps'],
  ['how many players are on banana rn', 'Banana'],
  ['r.e.p.o how many players', 'R.E.P.O.'],
  ['players of ARK: Survival Evolved, not the peak', 'ARK: Survival Evolved'],
  ['игроков в доте сейчас сколько', 'Dota 2'],
])('%s names %s', (query, game) => {
  expect(gamesIn(query)).toEqual([game]);
});
