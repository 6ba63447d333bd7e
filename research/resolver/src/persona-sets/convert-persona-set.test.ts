import { expect, test } from '@jest/globals';
import { decodeAddress } from '@assay/catalog/base58';
import { normalizeQuestion } from '@assay/resolver/question-text';
import { parseQuestion } from '@assay/resolver/entities/parse-question';
import { convertPersonaSet } from './convert-persona-set.ts';

const lines = [
  'can {a} sign for {b}\tchain.can_sign signer={a} target={b}\tlong',
  '',
  'who plays hades 2\tgame.players game=Hades II',
  'is {short} safe\tmissing chain.token_risk address\tslang, short',
  'btc yesterday\tnone\thistory',
  'btc on binance\tspot.price symbol=BTC || token.price token=BTC',
  'followers of @nasa on X\tsocial.value handle=nasa',
  'followers of @nasa\tsocial.value handle=@nasa',
  'funding\tmissing funding.rate symbol,venue',
];
const items = convertPersonaSet('trader', lines.join('\n'));

test('each line becomes an item with its author, its tags and an id with the line number', () => {
  expect(items.map(({ id }) => id)).toEqual([1, 3, 4, 5, 6, 7, 8, 9].map((number) => `trader-00${number}`));
  expect(new Set(items.map(({ author }) => author))).toEqual(new Set(['trader']));
  expect(items[2]?.tags).toEqual(['slang', 'short']);
});

test('equal placeholders of a line are one address, and the same line gives the same address again', () => {
  const { query, accept } = items[0] ?? { query: '', accept: [] };
  const { signer = '', target = '' } = accept[0]?.params ?? {};
  expect(query).toBe(`can ${signer} sign for ${target}`);
  expect([signer, target].map((address) => decodeAddress(address)?.length)).toEqual([32, 32]);
  expect(signer).not.toBe(target);
  expect(convertPersonaSet('trader', lines.join('\n'))).toEqual(items);
  expect(convertPersonaSet('lawyer', lines.join('\n'))[0]?.query).not.toBe(query);
});

test('labels become accepted answers', () => {
  expect(items.map(({ accept }) => accept).slice(1)).toEqual([
    [{ outcome: 'type', type: 'game.players', params: { game: 'Hades II' } }],
    [{ outcome: 'missing_param', type: 'chain.token_risk', missing: ['address'] }],
    [{ outcome: 'no_source' }],
    [
      { outcome: 'type', type: 'spot.price', params: { symbol: 'BTC' } },
      { outcome: 'type', type: 'token.price', params: { token: 'BTC' } },
    ],
    [{ outcome: 'type', type: 'social.value', params: { handle: 'nasa', platform: 'x' } }],
    [
      { outcome: 'type', type: 'social.value', params: { handle: '@nasa', platform: 'x' } },
      { outcome: 'missing_param', type: 'social.value', missing: ['handle'] },
    ],
    [{ outcome: 'missing_param', type: 'funding.rate', missing: ['symbol', 'venue'] }],
  ]);
});

test('each placeholder becomes text that the resolver reads as what it stands for', () => {
  const read = (placeholder: string) => {
    const [item] = convertPersonaSet('p', `look at ${placeholder} please\tnone`);
    const { entities } = parseQuestion(normalizeQuestion(item?.query ?? ''));
    return [entities.addresses.length, entities.foreignAddresses.length, entities.brokenAddresses.length];
  };
  expect(['{a}', '{eth}', '{btc}', '{tron}', '{sig}', '{short}'].map(read)).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 1, 0],
    [0, 1, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

test('a count of posts or of followed accounts is answerable, because the catalog has both', () => {
  const accepted = (query: string) => convertPersonaSet('p', `${query}\tnone`)[0]?.accept;
  const posts = { outcome: 'type', type: 'social.value', params: { handle: 'jay.bsky.team', metric: 'posts' } };
  expect(accepted('how many posts has jay.bsky.team written')).toEqual([posts, { outcome: 'no_source' }]);
  expect(accepted('how many likes has the last post of jay.bsky.team')).toEqual([{ outcome: 'no_source' }]);
  expect(accepted('how many accounts does @solana follow on X')).toHaveLength(3);
});

test('what follows an underscore in the name of a file is no part of the author', () => {
  expect(convertPersonaSet('voice_more', 'btc price\ttoken.price token=BTC')[0]).toMatchObject({
    id: 'voice_more-001',
    author: 'voice',
  });
});

test('text in braces that is no placeholder stays', () => {
  expect(convertPersonaSet('p', 'what is {followers}\tnone')[0]?.query).toBe('what is {followers}');
});

test.each([
  ['only a question', 'line 1: a question and a label are needed'],
  ['a question\tprice token=BTC', 'line 1: "price" is no data type'],
])('%p is refused: %s', (line, problem) => {
  expect(() => convertPersonaSet('p', line)).toThrow(problem);
});
