import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { fillParams } from '../fill/fill-params.ts';
import { normalizeQuestion } from '../question-text.ts';
import { parseQuestion } from './parse-question.ts';

const catalog = await loadCatalog();
const a = 'EWT3NX11eVVyoyQ6WwtxF5C2wsyXXzKC4DcGSwAhCfzv';
const b = 'pHRNTvXFmBxriWAr3XNWzWK2iM7LxX44JSP3raNt8J9';
const c = '66eAZP6ZNtNDR7niVZgdvt1L74u1DKyBR3SVuc9oHuYp';
const d = 'BA1gS5NMnxyKDSa56hatrAGb7x8gRS3DpTNqXWXjmwHc';

function filled(type: string, query: string): unknown {
  const declared = catalog.get(type);
  if (declared === undefined) {
    throw new Error(`no type ${type}`);
  }
  const result = fillParams(declared, parseQuestion(normalizeQuestion(query)));
  return result.outcome === 'none' ? result.because : result.params;
}

test.each([
  ['funding.rate', 'funding for ETH, no wait, SOL on okx', { symbol: 'SOL', venue: 'okx' }],
  ['funding.rate', 'sol funding bybit no no binance binance', { symbol: 'SOL', venue: 'binance' }],
  ['game.players', 'um terraria no valheim how many players in valheim', { game: 'Valheim' }],
  ['chain.resolve_address', `check ${a} no sorry wrong one check ${b}`, { address: b }],
  ['token.price', 'price of JUP, not BONK', { token: 'JUP' }],
  ['funding.rate', 'funding for eth no not eth uh avax on hyperliquid', { symbol: 'AVAX', venue: 'hyperliquid' }],
  ['funding.rate', 'the funding of AVAX, in bybit I mean? Not in binance.', { symbol: 'AVAX', venue: 'bybit' }],
  ['funding.rate', 'btc funding okx, wait no hyperliquid', { symbol: 'BTC', venue: 'hyperliquid' }],
  ['funding.rate', 'hyperliquid funding for bitcoin no ether sorry ether', { symbol: 'ETH', venue: 'hyperliquid' }],
  ['funding.rate', 'funding for wif no scratch that pepe, on binance', { symbol: 'PEPE', venue: 'binance' }],
  ['funding.rate', 'scrap the ARB line, do OP instead. binance perp funding', { symbol: 'OP', venue: 'binance' }],
  ['funding.rate', 'he said okx, changed his mind and said bybit: ETH funding', { symbol: 'ETH', venue: 'bybit' }],
  ['token.price', 'pyth oracle px $RENDER', { token: 'RENDER' }],
  ['funding.rate', 'bybit pe XRP ka funding, nahi ruko, OKX pe', { symbol: 'XRP', venue: 'okx' }],
  ['funding.rate', 'il funding di solana su binance eh no aspetta su okx', { symbol: 'SOL', venue: 'okx' }],
])('%s: a correction replaces what was said before: %p', (type, query, params) => {
  expect(filled(type, query)).toEqual(params);
});

test('two assets without a correction stay two', () => {
  expect(filled('token.price', 'price of BTC and ETH')).toBe('several');
  expect(filled('token.price', 'Is it BTC you mean? No. The price of ETH')).toBe('several');
});

test.each([
  ['how many followers does nasa have on twitter', { handle: 'nasa', platform: 'x' }],
  ['farcaster followers of jacob', { handle: 'jacob', platform: 'farcaster' }],
  ['on X under mike_77. how many followers has he', { handle: 'mike_77', platform: 'x' }],
  ['saylor on x. followers.', { handle: 'saylor', platform: 'x' }],
  ['{"platform":"x","handle":"solana","metric":"followers"}', { handle: 'solana', platform: 'x' }],
  ['shroud twitter followers', { handle: 'shroud', platform: 'x' }],
  ['jay dot bsky dot team how many followers on bluesky', { handle: 'jay.bsky.team' }],
])('an account has a plain name next to its platform: %p', (query, params) => {
  expect(filled('social.value', query)).toMatchObject(params);
});

test.each([
  ['how many followers do they have on x'],
  ['how many followers does elon musk have on x'],
  ['my followers on twitter'],
  ['how many people follow our pastor on Twitter'],
  ['how many sheep follow that clown on X'],
])('no word of %p becomes the name of an account', (query) => {
  expect(filled('social.value', query)).toEqual({});
});

test.each([
  ['how many people play dorfromantik on steam atm', 'dorfromantik'],
  ['The game is Farming Simulator 25. How many players are on?', 'Farming Simulator 25'],
  ['quantos players tem no gta v now, na steam', 'Grand Theft Auto V'],
  ['is anybody still playing left four dead two', 'Left 4 Dead 2'],
])('a game outside the table is found by its position: %p', (query, game) => {
  expect(filled('game.players', query)).toEqual({ game });
});

test.each([['Kindly state how many players there are'], ['user asks "how many players are on right now?"']])(
  '%p names no game',
  (query) => {
    expect(filled('game.players', query)).toEqual({});
  },
);

test.each([
  [`${a} is a mint; is ${b} sole authority over it`, b, a],
  [`the program ${a}, can ${b} change it without asking anyone??`, b, a],
  [`guild bank is ${a}. guild leader is ${b}. can he drain it alone`, b, a],
  [`Is program ${a} under sole control of ${b}?`, b, a],
  [`does mint ${a} bow to ${b}`, b, a],
  [`can ${a} sign for ${b}`, a, b],
])('words around both addresses tell who signs: %p', (query, signer, target) => {
  expect(filled('chain.can_sign', query)).toEqual({ signer, target });
});

test.each([
  [
    `quote in pool ${a} for 99000 base units, with ${b} as payer, ${c} as the input token account and ${d} as the output`,
  ],
  [`just the quote. ${a} is the pool, ${b} pays, tokens leave ${c} and land in ${d}, 99000 raw`],
])('words after an address tell its role in a swap: %p', (query) => {
  expect(filled('chain.swap_quote', query)).toEqual({
    pool: a,
    payer: b,
    inputTokenAccount: c,
    outputTokenAccount: d,
    amountIn: '99000',
  });
});

const swap = `pool ${a}, payer ${b}, input ${c}, output ${d}`;
test.each([
  [`complaint 774: quote 60000000 units, ${swap}`, { amountIn: '60000000' }],
  [`quote please, ${swap}, amount in 30000000 no wait 3000000`, { amountIn: '3000000' }],
  [`{"quote":"${swap}","amount":"2 SOL"}`, { amountIn: undefined }],
])('the amount of a swap is its number of base units: %p', (query, { amountIn }) => {
  expect(filled('chain.swap_quote', query)).toMatchObject({ pool: a });
  expect((filled('chain.swap_quote', query) as { amountIn?: string }).amountIn).toBe(amountIn);
});

test.each([
  ['How large is the following of vitalik.eth on Farcaster?', undefined],
  ['how many accounts is jay.bsky.team following', 'following'],
])('a following is the followers: %p', (query, metric) => {
  expect((filled('social.value', query) as { metric?: string }).metric).toBe(metric);
});
