import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { rootContext } from '@assay/rpc/context';
import { parseQuestion } from './entities/parse-question.ts';
import { resolverHandlers } from './handlers.ts';
import type { Model } from './model.ts';
import { normalizeQuestion } from './question-text.ts';
import { explainRefusal } from './refusal-reason.ts';
import { resolveWith } from './resolve.ts';

const catalog = await loadCatalog();
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const wallet = 'EWT3NX11eVVyoyQ6WwtxF5C2wsyXXzKC4DcGSwAhCfzv';
/**
 * A model that refuses every question without a reason, so that the reason and the nearest type come from the
 * question's words alone.
 */
const refusing: Model = {
  name: 'refusing@test',
  resolve: (query) => {
    const nothing = { outcome: 'none', type: '', params: {}, missing: [], confidence: 1 } as const;
    const parsed = parseQuestion(normalizeQuestion(query));
    return Promise.resolve(explainRefusal({ ...nothing, because: 'unlike_anything' }, parsed, catalog));
  },
};
const handlers = resolverHandlers(resolveWith(catalog, refusing), () => undefined);
const ask = (query: string) => handlers.Resolve({ query }, rootContext(1_000));

const past = 'data feeds give current values, not past ones';
const future = 'data feeds give current values, not forecasts';
const advice = 'data feeds give values, not advice or opinions';
const explanation = 'data feeds give values, not explanations';
const capacity = 'Assay counts who plays now, not how many can play together';
const balance = 'no data type measures what a wallet or a person owns';
const network = 'no data type covers addresses and transactions of this network';
const action = 'Assay measures values and performs no actions';
const metric = 'no data type measures this quantity';
const platform = 'no data type covers this platform';
const market = 'no data type covers this market';

test.each([
  ['how many players did Rust have at launch', past, 'game.players'],
  ['what was the funding on binance for SOL last night', past, 'funding.rate'],
  ['how many followers had jay.bsky.team a year ago', past, 'social.value'],
  ['SOL price 2022-11-09', past, 'token.price'],
  [`who held the token account ${mint} before the current owner`, past, 'chain.token_account_owner'],
  ['how many people can play Stardew Valley together', capacity, 'game.players'],
  ['how big is a lobby in Apex Legends', capacity, 'game.players'],
  ["what's the max party size in Baldur's Gate 3", capacity, 'game.players'],
  ['should I ape into BONK', advice, 'token.price'],
  ['which is the better game, Rust or Valheim', advice, 'game.players'],
  ['what do you think about solana', advice, 'token.price'],
  ['where will bitcoin be by Christmas', future, 'token.price'],
  ['when will jay.bsky.team pass a million followers', future, 'social.value'],
  ['is 0x6B175474E89094C44Da98b954EedeAC495271d0F safe', network, 'chain.token_risk'],
  ['token risk of this ethereum contract', network, 'chain.token_risk'],
  ["what's my wallet balance", balance, 'chain.resolve_address'],
  ['how much USDC do I have left', balance, 'chain.resolve_address'],
  [`how rich is ${wallet}`, balance, 'chain.resolve_address'],
  [`how much SOL sits in ${wallet}`, balance, 'chain.resolve_address'],
  [`¿cuánto SOL hay en ${wallet}?`, balance, 'chain.resolve_address'],
  [`is ${wallet} funded`, balance, 'chain.resolve_address'],
  ['swap 2 SOL to USDC for me', action, 'token.price'],
  ['notify me when BTC drops under 50k', action, 'token.price'],
  ['post a tweet about ETH', action, 'social.value'],
  ['close my position on bybit', action, 'spot.price'],
  ['how many copies has Hades sold', metric, 'game.players'],
  ['24h volume of ETH', metric, 'token.price'],
  ['how many subscribers does MrBeast have on youtube', platform, 'social.value'],
  ['how many people play Fortnite', platform, 'game.players'],
  ['price of Tesla stock', market, 'token.price'],
  ['EUR/USD', market, 'spot.price'],
  ['how does funding work', explanation, 'funding.rate'],
  ['who created bitcoin', explanation, 'token.price'],
])('%p is refused because %s, and the message names %s', async (query, reason, nearest) => {
  const { resolved, message } = await ask(query);
  expect([query, resolved]).toEqual([query, 'RESOLVED_NONE']);
  expect(message).toContain(
    'No source measures this; Assay answers from data feeds and never from general knowledge (',
  );
  expect(message).toContain(`(${reason}). The nearest type that Assay can answer is ${nearest}`);
});

test('the message names what the question lacks for the nearest type', async () => {
  const lacking = await ask("what's my wallet balance");
  expect(lacking.message).toContain('chain.resolve_address (it needs address, and the question lacks address): ');
  const complete = await ask(`how rich is ${wallet}`);
  expect(complete.message).toContain('chain.resolve_address (it needs address): ');
  // The question names a venue that the type does not cover.
  const elsewhere = await ask('funding rate for BTC on deribit');
  expect(elsewhere.message).toContain(`(${market}). The nearest type that Assay can answer is funding.rate`);
  expect(elsewhere.message).not.toContain('lacks');
});

test.each(['what is the weather in Oslo', 'who won the world cup', 'hello there'])(
  '%p has no nearest type, so the message lists what Assay can answer',
  async (query) => {
    const { resolved, message } = await ask(query);
    expect(resolved).toBe('RESOLVED_NONE');
    expect(message).toContain('(no data type is similar to the question). Assay can answer chain.can_sign, ');
    expect(message).toMatch(/token\.price; GET \/v1\/types describes them\.$/);
  },
);
