import type { DataType } from '@assay/catalog/define';
import type { Cue } from './cues/find-cues.ts';
import type { Reading } from './entities/extract.ts';
import { findPricedAsset } from './fill/assets.ts';
import type { NoneReason } from './model.ts';

type Rule = {
  readonly cues: readonly Cue[];
  readonly because: NoneReason;
  /** The rule applies to types that have one of these parameters; to every type when absent. */
  readonly params?: readonly string[];
  /** The rule leaves types alone that have one of these parameters. */
  readonly unlessParams?: readonly string[];
};

/** Parameters by which a type asks about an account of the chain. */
const accountParams = ['address', 'account', 'signer'];
const aboutWords: ReadonlySet<Cue> = new Set(['explanation', 'definition']);
const chainParams = [...accountParams, 'pool'];

/**
 * What no live feed measures, however much the rest of the question looks like one of its types. Rules look at a
 * type's parameters and not at its name, so a new type is covered by having the same parameters.
 */
const rules: readonly Rule[] = [
  { cues: ['order'], because: 'order' },
  { cues: ['year', 'past'], because: 'past' },
  { cues: ['occasion'], because: 'past', unlessParams: ['amountIn'] },
  { cues: ['did'], because: 'past', unlessParams: chainParams },
  { cues: ['future'], because: 'future', unlessParams: chainParams },
  { cues: ['later'], because: 'future' },
  { cues: ['advice'], because: 'advice' },
  { cues: ['doubt'], because: 'advice', unlessParams: chainParams },
  { cues: ['making'], because: 'explanation' },
  { cues: ['explanation'], because: 'explanation' },
  { cues: ['definition'], because: 'explanation', params: chainParams },
  { cues: ['assetMetric', 'otherMetric'], because: 'other_metric', params: ['token', 'symbol'] },
  { cues: ['derivative'], because: 'other_metric', params: ['token', 'symbol'], unlessParams: ['venue'] },
  { cues: ['accountMetric', 'otherMetric'], because: 'other_metric', params: ['handle'] },
  { cues: ['gameMetric', 'otherMetric'], because: 'other_metric', params: ['game'] },
  { cues: ['chainMetric'], because: 'other_metric', params: chainParams },
  { cues: ['chainPrice'], because: 'other_metric', params: accountParams },
  { cues: ['command'], because: 'action', params: chainParams },
  { cues: ['otherNetwork'], because: 'other_network', params: chainParams },
  { cues: ['platform'], because: 'other_platform', params: ['handle', 'game'] },
];

const ownPlatform = /bsky|blue ?sky|ブルースカイ|蓝天|블루스카이|блюскай|блускай/;

/** Why nothing measures what this part of a question asks of a type; undefined when nothing speaks against it. */
export function vetoOf(type: DataType, reading: Reading): NoneReason | undefined {
  const params = Object.keys(type.params.shape);
  const addressed = chainParams.some((name) => params.includes(name)) && reading.entities.addresses.length > 0;
  const rule = rules.find(
    ({ cues, params: only, unlessParams }) =>
      (only === undefined || only.some((name) => params.includes(name))) &&
      unlessParams?.some((name) => params.includes(name)) !== true &&
      !(cues.includes('occasion') && reading.cues.has('now')) &&
      // "What is" before an address asks about that address; before a word it asks what the word means.
      cues.some((cue) => reading.cues.has(cue) && !(addressed && aboutWords.has(cue))),
  );
  if (rule?.because === 'other_platform' && params.includes('handle') && ownPlatform.test(reading.question.folded)) {
    return undefined;
  }
  return (
    rule?.because ?? addressVeto(params, reading) ?? gamePriceVeto(params, reading) ?? playedSiteVeto(params, reading)
  );
}

/** An address in a question about a type that takes none is the subject of some other question. */
function addressVeto(params: readonly string[], { entities }: Reading): NoneReason | undefined {
  const symbolic = params.includes('token') || params.includes('symbol');
  const addressed = entities.addresses.length + entities.foreignAddresses.length + entities.brokenAddresses.length > 0;
  return symbolic && addressed && entities.assets.length + entities.pairs.length === 0 ? 'unknown_subject' : undefined;
}

/** What a game costs is no count of its players, though both questions name the game and the platform. */
function gamePriceVeto(params: readonly string[], { cues }: Reading): NoneReason | undefined {
  return params.includes('game') && cues.has('price') && !cues.has('players') ? 'other_metric' : undefined;
}

const followWords = /follow|seguid|sigue|abonn|suiv|folg|segu|подпис|takip|フォロ|粉|关注|팔로/;

/** "How many people play chess.com" names a site and counts no profile's followers. */
function playedSiteVeto(params: readonly string[], { cues, entities, question }: Reading): NoneReason | undefined {
  const social = entities.metrics.length > 0 || ownPlatform.test(question.folded) || followWords.test(question.folded);
  return params.includes('handle') && cues.has('players') && !social ? 'other_metric' : undefined;
}

const terseWords = new Set(
  'please pls plz check get lookup fetch show hey hi yo hello quick quickly the usd now to bitte por favor'.split(' '),
);

/** An asset alone asks for its price; with other words it surely does so only when one of them is about prices. */
export function isUnpriced(type: DataType, reading: Reading): boolean {
  const params = Object.keys(type.params.shape);
  const { cues, entities, masked, named } = reading;
  const symbolic = (params.includes('token') || params.includes('symbol')) && !params.includes('venue');
  const priced =
    cues.has('price') ||
    cues.has('spot') ||
    entities.pairs.length + entities.currencies.length + entities.venues.length + named.size > 0 ||
    asksForPair(reading);
  if (!symbolic || priced) {
    return false;
  }
  const now = cues.get('now') ?? [];
  const words = [...masked.matchAll(/[\p{L}\p{N}]+/gu)].filter(
    (word) => !terseWords.has(word[0]) && !now.some(({ start, end }) => word.index >= start && word.index < end),
  );
  return words.length > 0;
}

/** "How many USDT for one ETH" is about a price although it says none. */
function asksForPair(reading: Reading): boolean {
  const priced = findPricedAsset(reading);
  return priced !== undefined && 'asset' in priced && priced.asset.quote !== undefined;
}
