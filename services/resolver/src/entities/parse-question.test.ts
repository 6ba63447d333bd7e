import { expect, test } from '@jest/globals';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { normalizeQuestion } from '../question-text.ts';
import { parseQuestion, type Entities } from './parse-question.ts';

function valuesOf(query: string, kind: Exclude<keyof Entities, 'pairs' | 'moneyPairs'>): string[] {
  return parseQuestion(normalizeQuestion(query)).entities[kind].map(({ value }) => value);
}

test.each([
  ['price of Bitcoin', ['BTC']],
  ['precio de ethereum', ['ETH']],
  ['cours du solana', ['SOL']],
  ['wie teuer ist dogecoin', ['DOGE']],
  ['preço do litecoin', ['LTC']],
  ['prezzo di cardano', ['ADA']],
  ['ビットコインの価格', ['BTC']],
  ['以太坊现在多少钱', ['ETH']],
  ['비트코인은 얼마', ['BTC']],
  ['цена биткоина', ['BTC']],
  ["bitcoin'in fiyatı", ['BTC']],
  ['solananın fiyatı kaç', ['SOL']],
  ['$VLORP price', ['VLORP']],
  ['price of VLORP', ['VLORP']],
  ['bitocin price', ['BTC']],
  ['etherium price', ['ETH']],
  ['bitcoin cash price', ['BCH']],
  ['price of link', ['LINK']],
  ['is the dot near the link', []],
  ['the price of the LINK token', ['LINK']],
  ['how much is $100', []],
  ['TSLA price', []],
])('the assets of %p are %p', (query, expected) => {
  expect(valuesOf(query, 'assets')).toEqual(expected);
});

test.each([
  ['ETH/USDT', { base: 'ETH', quote: 'USDT' }],
  ['btc-usd now', { base: 'BTC', quote: 'USD' }],
  ['BTCUSDT', { base: 'BTC', quote: 'USDT' }],
  ['price of solusdc?', { base: 'SOL', quote: 'USDC' }],
  ['what of ADA_BTC', { base: 'ADA', quote: 'BTC' }],
  ['BTC-PERP funding', { base: 'BTC' }],
])('%p names the pair %p', (query, expected) => {
  expect(parseQuestion(normalizeQuestion(query)).entities.pairs.map(({ value }) => value)).toEqual([expected]);
});

test('a pair of two currencies is not a pair of assets', () => {
  const { pairs, moneyPairs } = parseQuestion(normalizeQuestion('EUR/USD')).entities;
  expect(pairs).toEqual([]);
  expect(moneyPairs).toHaveLength(1);
});

test.each([
  ['funding on Binance', ['binance']],
  ['funding on binnance', ['binance']],
  ['funding on hyper liquid', ['hyperliquid']],
  ['币安资金费率', ['binance']],
  ['바이비트 펀딩비', ['bybit']],
  ['фандинг на бинансе', ['binance']],
  ['OKEx funding', ['okx']],
  ['kraken price', ['kraken']],
  ['my balance of finance', []],
])('the venues of %p are %p', (query, expected) => {
  expect(valuesOf(query, 'venues')).toEqual(expected);
});

test.each([
  ['followers of jay.bsky.team', ['jay.bsky.team']],
  ['followers of @Jay.Bsky.Team?', ['jay.bsky.team']],
  ['jay.bsky.teamのフォロワー', ['jay.bsky.team']],
  ["jay.bsky.team'in takipçileri", ['jay.bsky.team']],
  ['https://bsky.app/profile/jay.bsky.team/post/3k', ['jay.bsky.team']],
  ['mail me at bob@example.com', []],
  ['on twitter.com or x.com', []],
  ['version 1.2.3 of it. Then stop', []],
  ['followers of @jay', []],
])('the handles of %p are %p', (query, expected) => {
  expect(valuesOf(query, 'handles')).toEqual(expected);
});

test('the parser finds a whole DID, and lists a bare name apart from handles', () => {
  expect(valuesOf('posts of did:plc:z72i7hdynmk6r22z27h6tvur.', 'dids')).toEqual(['did:plc:z72i7hdynmk6r22z27h6tvur']);
  expect(valuesOf('followers of @jay', 'bareNames')).toEqual(['jay']);
});

test.each([
  ['players in cs2', ['Counter-Strike 2']],
  ['players in Counter Strike', ['Counter-Strike 2']],
  ['how many people play rust', ['Rust']],
  ['players of palword', ['Palworld']],
  ['players of stardw valley', ['Stardew Valley']],
  ['エルデンリングのプレイヤー数', ['ELDEN RING']],
  ['dota2在线人数', ['Dota 2']],
  ['배그 접속자', ['PUBG: BATTLEGROUNDS']],
  ['сколько игроков в расте', ['Rust']],
  ['players in hades 2 now', ['Hades II']],
  ['there is rust on my car', []],
])('the games of %p are %p', (query, expected) => {
  expect(valuesOf(query, 'games')).toEqual(expected);
});

test('a number is an app id only next to a word such as appid', () => {
  expect(valuesOf('players of appid 730', 'appIds')).toEqual(['730']);
  expect(valuesOf('https://store.steampowered.com/app/570/Dota_2 players', 'appIds')).toEqual(['570']);
  expect(valuesOf('730 players', 'appIds')).toEqual([]);
});

test.each([
  ['how many people are playing "Moonlit Ferry" now', ['Moonlit Ferry']],
  ['How many players are in Obsidian Gardener right now', ['Obsidian Gardener']],
  ['How many players are online', []],
])('names written like a game in %p are %p', (query, expected) => {
  expect(valuesOf(query, 'gameLikeNames')).toEqual(expected);
});

test.each([
  ['how many followers', ['followers']],
  ['how many accounts does he follow', ['following']],
  ['number of posts', ['posts']],
  ['cuántos seguidores', ['followers']],
  ["combien d'abonnés", ['followers']],
  ['wie viele Beiträge', ['posts']],
  ['wie vielen Leuten folgt er', ['following']],
  ['quantas contas segue', ['following']],
  ['フォロワー数', ['followers']],
  ['关注了多少人', ['following']],
  ['게시물 수', ['posts']],
  ['сколько подписчиков', ['followers']],
  ['kaç kişiyi takip ediyor', ['following']],
])('the metric of %p is %p', (query, expected) => {
  expect(valuesOf(query, 'metrics')).toEqual(expected);
});

test('the parser reads whole numbers with and without separators, and skips numbers with decimals', () => {
  expect(valuesOf('sell 1,000,000 or 2_500 or 42 or 1.5', 'amounts')).toEqual(['1000000', '2500', '42']);
});

test('an address is base58 text of exactly 32 bytes, whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 44 }), (bytes) => {
      const text = base58.encode(bytes);
      const addresses = valuesOf(`is ${text} safe`, 'addresses');
      expect(addresses).toEqual(bytes.length === 32 ? [text] : []);
    }),
  );
});

test('addresses of other networks and shortened addresses are not addresses', () => {
  for (const text of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'So11...1112',
  ]) {
    expect(valuesOf(`what is ${text}`, 'addresses')).toEqual([]);
  }
});

test('the parser accepts any text, and each mention lies within the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 1_200 }), fc.string({ maxLength: 1_200 })), (text) => {
      const parsed = parseQuestion(normalizeQuestion(text));
      expect(parsed.masked).toHaveLength(parsed.question.text.length);
      for (const mentions of Object.values(parsed.entities)) {
        for (const { start, end } of mentions) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(parsed.question.text.length);
        }
      }
    }),
    { numRuns: 300 },
  );
});
