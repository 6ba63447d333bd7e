import type { DataType } from '@assay/catalog/define';
import type { IntentSignal } from './intent-signals/find-intent-signals.ts';
import type { ParsedQuestion } from './entities/parse-question.ts';
import { findPricedAsset } from './fill/assets.ts';
import type { NoneReason } from './model.ts';
import { matchesOf } from './matches.ts';
import { rememberedOn } from './remembered.ts';

type Rule = {
  readonly signals: readonly IntentSignal[];
  readonly because: NoneReason;
  /** Names of parameters. The rule applies to types that have one of them, or to all types when absent. */
  readonly params?: readonly string[];
  /** Names of parameters. The rule does not apply to types that have one of them. */
  readonly unlessParams?: readonly string[];
};

/** The parameters that contain an account of the chain. */
const accountParams = ['address', 'account', 'signer'];
const aboutWords: ReadonlySet<IntentSignal> = new Set(['explanation', 'definition']);
const chainParams = [...accountParams, 'pool'];

/**
 * The rules that reject a type because of a signal in the question: no live source measures what such a question asks
 * for. The first matching rule wins. A rule tests the names of a type's parameters, not the type's name, so it also
 * applies to new types with these parameters.
 */
const rules: readonly Rule[] = [
  { signals: ['order'], because: 'order' },
  { signals: ['year', 'past'], because: 'past' },
  { signals: ['occasion'], because: 'past', unlessParams: ['amountIn'] },
  { signals: ['did'], because: 'past', unlessParams: chainParams },
  { signals: ['future'], because: 'future', unlessParams: chainParams },
  { signals: ['later'], because: 'future' },
  { signals: ['advice'], because: 'advice' },
  { signals: ['doubt'], because: 'advice', unlessParams: chainParams },
  { signals: ['making'], because: 'explanation' },
  { signals: ['explanation'], because: 'explanation' },
  { signals: ['definition'], because: 'explanation', params: chainParams },
  { signals: ['assetMetric', 'otherMetric'], because: 'other_metric', params: ['token', 'symbol'] },
  { signals: ['derivative'], because: 'other_metric', params: ['token', 'symbol'], unlessParams: ['venue'] },
  { signals: ['accountMetric', 'otherMetric'], because: 'other_metric', params: ['handle'] },
  { signals: ['gameMetric', 'otherMetric'], because: 'other_metric', params: ['game'] },
  { signals: ['chainMetric'], because: 'other_metric', params: chainParams },
  { signals: ['chainPrice'], because: 'other_metric', params: accountParams },
  { signals: ['command'], because: 'action', params: chainParams },
  { signals: ['otherNetwork'], because: 'other_network', params: chainParams },
  { signals: ['platform'], because: 'other_platform', params: ['handle', 'game'] },
];

const ownPlatform = /bsky|blue ?sky|ブルースカイ|蓝天|블루스카이|блюскай|блускай/;

const knownRejections = rememberedOn<ParsedQuestion, Map<DataType, NoneReason | undefined>>(() => new Map());

/**
 * Returns the reason why the type cannot answer this part of a question, or undefined if no rule rejects it. The reason
 * is cached, because several callers need it for the same part.
 */
export function rejectionOf(type: DataType, parsed: ParsedQuestion): NoneReason | undefined {
  const ofPart = knownRejections(parsed);
  if (!ofPart.has(type)) {
    ofPart.set(type, rejectionBy(type, parsed));
  }
  return ofPart.get(type);
}

function rejectionBy(type: DataType, parsed: ParsedQuestion): NoneReason | undefined {
  const params = Object.keys(type.params.shape);
  const addressed = chainParams.some((name) => params.includes(name)) && parsed.entities.addresses.length > 0;
  const rule = rules.find(
    ({ signals, params: only, unlessParams }) =>
      (only === undefined || only.some((name) => params.includes(name))) &&
      unlessParams?.some((name) => params.includes(name)) !== true &&
      !(signals.includes('occasion') && parsed.signals.has('now')) &&
      // "What is" before an address asks about that address, so it does not reject the type. Before a word, it asks for
      // the meaning of the word.
      signals.some((signal) => parsed.signals.has(signal) && !(addressed && aboutWords.has(signal))),
  );
  if (rule?.because === 'other_platform' && params.includes('handle') && ownPlatform.test(parsed.question.folded)) {
    return undefined;
  }
  return (
    rule?.because ??
    rejectUnusedAddress(params, parsed) ??
    rejectGamePrice(params, parsed) ??
    rejectPlayedSite(params, parsed)
  );
}

/** Rejects a type that takes no address when an address is the only subject of the question. */
function rejectUnusedAddress(params: readonly string[], { entities }: ParsedQuestion): NoneReason | undefined {
  const symbolic = params.includes('token') || params.includes('symbol');
  const addressed = entities.addresses.length + entities.foreignAddresses.length + entities.brokenAddresses.length > 0;
  return symbolic && addressed && entities.assets.length + entities.pairs.length === 0 ? 'unknown_subject' : undefined;
}

/** Rejects the price of a game. The question names the game and the platform, but asks for no player count. */
function rejectGamePrice(params: readonly string[], { signals }: ParsedQuestion): NoneReason | undefined {
  return params.includes('game') && signals.has('price') && !signals.has('players') ? 'other_metric' : undefined;
}

const followWords = /follow|seguid|sigue|abonn|suiv|folg|segu|подпис|takip|フォロ|粉|关注|팔로/;

/**
 * Rejects questions such as "How many people play chess.com". The site has the form of a profile's name, but the
 * question does not ask for followers.
 */
function rejectPlayedSite(
  params: readonly string[],
  { signals, entities, question }: ParsedQuestion,
): NoneReason | undefined {
  const social = entities.metrics.length > 0 || ownPlatform.test(question.folded) || followWords.test(question.folded);
  return params.includes('handle') && signals.has('players') && !social ? 'other_metric' : undefined;
}

const terseWords = new Set(
  'please pls plz check get lookup fetch show hey hi yo hello quick quickly the usd now to bitte por favor'.split(' '),
);

/**
 * Returns whether the type gives a price, but no word of the question is about prices. A question without further
 * words, which only names an asset, asks for its price.
 */
export function lacksPriceWords(type: DataType, parsed: ParsedQuestion): boolean {
  const params = Object.keys(type.params.shape);
  const { signals, entities, masked, named } = parsed;
  const symbolic = (params.includes('token') || params.includes('symbol')) && !params.includes('venue');
  const priced =
    signals.has('price') ||
    signals.has('spot') ||
    entities.pairs.length + entities.currencies.length + entities.venues.length + named.size > 0 ||
    asksForPair(parsed);
  if (!symbolic || priced) {
    return false;
  }
  const now = signals.get('now') ?? [];
  const words = matchesOf(/[\p{L}\p{N}]+/gu, masked).filter(
    (word) => !terseWords.has(word[0]) && !now.some(({ start, end }) => word.index >= start && word.index < end),
  );
  return words.length > 0;
}

/** Returns whether a question asks for the price of one asset in another one, as in "How many USDT for one ETH". */
function asksForPair(parsed: ParsedQuestion): boolean {
  const priced = findPricedAsset(parsed);
  return priced !== undefined && 'asset' in priced && priced.asset.quote !== undefined;
}
