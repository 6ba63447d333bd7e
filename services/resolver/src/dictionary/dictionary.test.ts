import { expect, test } from '@jest/globals';
import { fold } from '../question-text.ts';
import { wordsOf } from '../words.ts';
import { dictionaryOf, inEnglish } from './dictionary.ts';
import { dictionary } from './languages.ts';

const small = dictionaryOf([
  [
    ['how many', 'wie_viele combien'],
    ['player', 'spieler* joueur*'],
    ['price', 'preis 价格 цена'],
  ],
  [
    ['cost', 'preis'],
    ['now', 'ahora 現在'],
  ],
]);

function english(text: string, table = small): string[] {
  return inEnglish(wordsOf(fold(text)), table).map((word) => word.text);
}

test.each([
  ['a word', 'Preis', ['price']],
  ['a word with an accent or a capital', 'ÀHORA', ['now']],
  ['several words', 'wie viele', ['how', 'many']],
  ['the beginning of several words only', 'wie geht', ['wie', 'geht']],
  ['a stem with an ending', 'Spielern', ['player']],
  ['a word that begins like a stem', 'spie', ['spie']],
  ['a known part of a text without spaces', '现在价格是', ['现在', 'price', '是']],
  ['a word of another script', 'цена', ['price']],
  ['a word that nobody knows', 'bonk', ['bonk']],
])('%s is given in English where the dictionary has it', (_, text, expected) => {
  expect(english(text)).toEqual(expected);
});

test('of two languages with the same word the first one wins', () => {
  expect(english('preis')).toEqual(['price']);
});

test('English words stand at the place of the words that they are for', () => {
  const text = 'ok wie viele spieler';
  expect(inEnglish(wordsOf(text), small)).toEqual([
    { text: 'ok', start: 0, end: 2 },
    { text: 'how', start: 3, end: 12 },
    { text: 'many', start: 3, end: 12 },
    { text: 'player', start: 13, end: 20 },
  ]);
  expect(inEnglish(wordsOf('是价格'), small)).toEqual([
    { text: '是', start: 0, end: 1 },
    { text: 'price', start: 1, end: 3 },
  ]);
});

test.each([
  ['¿Cuántos jugadores hay ahora?', ['how', 'many', 'players', 'now']],
  ['Wie viele Follower hat er gerade', ['how', 'many', 'now']],
  ['сколько подписчиков сейчас', ['followers', 'now']],
  ['현재 가격', ['currently', 'price']],
  ['kitne log khel rahe hain abhi', ['how', 'many', 'now']],
  ['whats teh px rn', ['price', 'now']],
])('the dictionary knows the words of %p', (text, expected) => {
  expect(english(text, dictionary)).toEqual(expect.arrayContaining(expected));
});

test('a plain English question stays as it is', () => {
  const plain =
    'what is the price of bitcoin right now and how many people play the game or follow the account of that person ' +
    'who can sign for the owner of this wallet is the pool safe and what would one get out of a swap';
  const words = plain.split(' ');
  expect(english(plain, dictionary).filter((word) => !words.includes(word))).toEqual([]);
});
