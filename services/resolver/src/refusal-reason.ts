import type { Catalog } from '@assay/catalog/catalog';
import { asksPrice, type ParsedQuestion } from './entities/parse-question.ts';
import { fillParams, type FilledParams } from './fill/fill-params.ts';
import type { IntentSignal } from './intent-signals/find-intent-signals.ts';
import type { NoneReason, Resolution } from './model.ts';
import { balancePattern, capacityPattern, earlierPattern, errandPattern, opinionPattern } from './refusal-patterns.ts';

/** Reasons that explain little. They are replaced if the words of the question show a better reason. */
const weakReasons: ReadonlySet<NoneReason> = new Set(['unlike_anything', 'unknown_subject', 'explanation']);
/**
 * Reasons that may be wrong. A word such as "did" can lead to one of them, although the real reason is that no type
 * measures the quantity in question.
 */
const quantityHidden: ReadonlySet<NoneReason> = new Set([...weakReasons, 'other_metric', 'past']);

/** The data type that is nearest to a question about a balance. It states the lamports of an address. */
const ownerType = 'chain.resolve_address';
const metricSignals: readonly IntentSignal[] = [
  'assetMetric',
  'accountMetric',
  'gameMetric',
  'otherMetric',
  'chainMetric',
  'derivative',
];
const explaining: readonly IntentSignal[] = ['explanation', 'definition', 'making'];

/**
 * Returns a refusal with a better explanation: the reason that the question's words show, the nearest data type, and
 * the parameters that the question lacks for it. It never changes the decision to refuse.
 */
export function explainRefusal(resolution: Resolution, parsed: ParsedQuestion, catalog: Catalog): Resolution {
  if (resolution.outcome !== 'none') {
    return resolution;
  }
  const because = reasonOf(resolution.because ?? 'unlike_anything', parsed);
  const nearest = catalog.get(
    because === 'balance' ? ownerType : (resolution.nearest ?? nearestBySubject(parsed) ?? ''),
  );
  if (nearest === undefined) {
    return { ...resolution, because };
  }
  const filled = fillParams(nearest, parsed);
  return {
    ...resolution,
    because: because === 'unlike_anything' ? (uncovered(filled) ?? because) : because,
    nearest: nearest.id,
    // If the nearest type does not support an entity of the question, such as a venue, the problem is not a missing
    // parameter.
    nearestLacks: filled.outcome === 'missing' ? filled.missing : [],
  };
}

/**
 * Returns the quantity that the question asks for if no data type measures it. This is the number of people who can
 * play together, or what somebody owns.
 */
export function unmeasuredQuantity({ masked, signals, entities }: ParsedQuestion): NoneReason | undefined {
  const { games, gamesElsewhere, gameLikeNames, appIds } = entities;
  const aboutGame = games.length + gamesElsewhere.length + gameLikeNames.length + appIds.length > 0;
  const words = masked.replace(/\s+/g, ' ');
  if ((aboutGame || signals.has('players') || signals.has('gameMetric')) && capacityPattern.test(words)) {
    return 'capacity';
  }
  const aboutProfile =
    entities.handles.length + entities.bareNames.length + entities.metrics.length > 0 ||
    (['accountMetric', 'platform', 'countedPlatform'] as const).some((signal) => signals.has(signal));
  return !aboutGame && !aboutProfile && balancePattern.test(words) ? 'balance' : undefined;
}

/** Returns why a type does not cover a question's venue, platform or network. Returns undefined if it covers them. */
function uncovered(filled: FilledParams): NoneReason | undefined {
  const shown = filled.outcome === 'none' ? filled.because : undefined;
  return shown === 'several' || shown === 'unknown_subject' ? undefined : shown;
}

function reasonOf(found: NoneReason, parsed: ParsedQuestion): NoneReason {
  const quantity = quantityHidden.has(found) ? unmeasuredQuantity(parsed) : undefined;
  if (quantity !== undefined) {
    return quantity;
  }
  const { signals } = parsed;
  const has = (signal: IntentSignal): boolean => signals.has(signal);
  const measures = metricSignals.some(has);
  const told = found === 'explanation' && measures && !explaining.some(has);
  // "How many likes did it get" is in the past tense, but no type measures likes at present either. So the quantity is
  // the better reason.
  if (told || (found === 'past' && has('accountMetric') && !has('year'))) {
    return 'other_metric';
  }
  return weakReasons.has(found) ? (reasonInWords(parsed, measures) ?? found) : found;
}

/**
 * Returns the first reason that the words and entities of a question show. The most certain signs are checked first.
 */
function reasonInWords(
  { question, signals, entities, masked }: ParsedQuestion,
  measures: boolean,
): NoneReason | undefined {
  const has = (...kinds: readonly IntentSignal[]): boolean => kinds.some((kind) => signals.has(kind));
  const { addresses, assets, foreignAddresses, gamesElsewhere, moneyPairs } = entities;
  // "How much SOL sits in ADDRESS" asks for a balance. It names a coin and an address, and has no word about a pool, a
  // swap or a price.
  const holds = addresses.length > 0 && assets.length > 0 && !has('pool', 'swap', 'risk', 'sign', 'funding', 'spot');
  const prices = asksPrice(signals, question.folded);
  const words = masked.replace(/\s+/g, ' ');
  const signs: readonly (readonly [NoneReason, boolean])[] = [
    ['order', has('order')],
    ['action', has('command') || errandPattern.test(words)],
    ['other_network', foreignAddresses.length > 0 || has('otherNetwork')],
    ['past', has('past', 'year', 'occasion') || earlierPattern.test(words)],
    ['future', has('future', 'later')],
    ['advice', has('advice') || opinionPattern.test(words)],
    ['explanation', has(...explaining)],
    ['other_metric', measures],
    ['balance', holds && !prices],
    ['past', has('did')],
    ['other_platform', has('platform') || gamesElsewhere.length > 0],
    ['other_market', has('market') || moneyPairs.length > 0],
    ['advice', has('doubt')],
    ['explanation', has('telling')],
  ];
  return signs.find(([, shown]) => shown)?.[0];
}

/**
 * Returns the identifier of the data type whose subject a question names. The most certain subjects are checked first.
 */
function nearestBySubject({ signals, entities }: ParsedQuestion): string | undefined {
  const has = (...kinds: readonly IntentSignal[]): boolean => kinds.some((kind) => signals.has(kind));
  const { addresses, brokenAddresses, foreignAddresses, games, gamesElsewhere, gameLikeNames, appIds } = entities;
  const { handles, dids, bareNames, metrics, pairs, venues, currencies, moneyPairs, assets } = entities;
  const named = (...kinds: readonly (readonly unknown[])[]): boolean => kinds.some(({ length }) => length > 0);
  const subjects: readonly (readonly [string, boolean])[] = [
    ['chain.swap_quote', has('swap') && (has('pool') || named(addresses))],
    ['chain.can_sign', has('sign')],
    ['chain.token_account_owner', has('tokenAccount')],
    ['chain.pool_state', has('pool')],
    ['chain.token_risk', has('risk')],
    ['chain.resolve_address', named(addresses, brokenAddresses, foreignAddresses)],
    ['funding.rate', has('funding')],
    ['game.players', named(games, gamesElsewhere, gameLikeNames, appIds) || has('players', 'gameMetric')],
    ['social.value', named(handles, dids, bareNames, metrics) || has('accountMetric', 'platform', 'countedPlatform')],
    ['spot.price', named(pairs, venues, moneyPairs) || (named(assets) && named(currencies)) || has('spot')],
    ['token.price', named(assets) || has('price', 'market', 'assetMetric')],
  ];
  return subjects.find(([, meant]) => meant)?.[0];
}
