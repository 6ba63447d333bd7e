import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { findGame } from '@assay/catalog/game-names';
import { parseParams } from '@assay/catalog/params';
import { platformsOfHandle } from '@assay/catalog/social-accounts';
import { pairText, parsePair } from '@assay/catalog/symbols';
import { decide } from '../decide.ts';
import { parseQuestion, type ParsedQuestion } from '../entities/parse-question.ts';
import { fillBaseUnits } from '../fill/amounts.ts';
import { fillParams } from '../fill/fill-params.ts';
import { addressParamsOf } from '../fill/roles.ts';
import type { NoneReason, Resolution } from '../model.ts';
import { classOf } from '../price-class.ts';
import { namesPlatform } from '../fill/social.ts';
import { unmeasuredQuantity } from '../refusal-reason.ts';
import { fold, normalizeQuestion } from '../question-text.ts';
import { sentences } from '../segments.ts';
import { wordsOf } from '../words.ts';
import { ModelFailure } from './model-failure.ts';
import { fillableParams } from './prompt.ts';
import type { ModelAnswer } from './schema.ts';

/** Minimum confidence that the endpoint states. Below it another outcome is likelier than the answer. */
const minConfidence = 0.5;
/** Maximum number of words in the name of a game that the catalog does not know. */
const maxNameWords = 10;

/**
 * Turns an endpoint's answer into a resolution. The type must be in the catalog, and each value must occur in the
 * question in some normal form. A question that the rejection rules refuse stays unanswered, whatever the confidence.
 * Throws `ModelFailure` with `out_of_enum` for an unknown type and `invented_param` for a value that the question does
 * not contain.
 */
export function checkAnswer(answer: ModelAnswer, query: string, catalog: Catalog): Resolution {
  const { confidence } = answer;
  if (answer.type === 'none') {
    return none('unlike_anything', confidence);
  }
  const type = catalog.get(answer.type);
  if (type === undefined) {
    throw new ModelFailure('out_of_enum');
  }
  const whole = parseQuestion(normalizeQuestion(query));
  const parsed = whole.signals.has('order') ? withoutOrders(whole) : whole;
  const given = givenParams(answer, type, catalog);
  if (parsed !== whole && Object.entries(given).some(([name, value]) => !occurs(name, value, type, parsed))) {
    return none('order', confidence, type);
  }
  for (const [name, value] of Object.entries(given)) {
    if (!occurs(name, value, type, parsed)) {
      throw new ModelFailure('invented_param');
    }
  }
  if (confidence < minConfidence) {
    return none('unlike_anything', 1 - confidence, type);
  }
  // The lamports of an address are its balance, so only the room in a game rules an answer out.
  const quantity = unmeasuredQuantity(parsed);
  const rejection = rejectionOfAnswer(type, parsed) ?? (quantity === 'capacity' ? quantity : undefined);
  if (rejection !== undefined) {
    return none(rejection, confidence, type);
  }
  const checked = parseParams(type, given, type.inferredParams);
  if (checked.ok) {
    return saysNothing(type, given, parsed)
      ? none('unknown_subject', confidence, type)
      : { outcome: 'type', type: type.id, params: checked.params, missing: [], confidence };
  }
  if (checked.code !== 'MISSING_PARAM') {
    throw new ModelFailure('invented_param');
  }
  const abroad = addressParamsOf(type).length > 0 && parsed.entities.foreignAddresses.length > 0;
  return abroad
    ? none('other_network', confidence, type)
    : { outcome: 'missing', type: type.id, params: given, missing: checked.missing, confidence };
}

function none(because: NoneReason, confidence: number, nearest?: DataType): Resolution {
  const nothing = { outcome: 'none', type: '', params: {}, missing: [], confidence, because } as const;
  return nearest === undefined ? nothing : { ...nothing, nearest: nearest.id };
}

/** Reasons that show only a lack of words. They do not overrule an endpoint's answer; every other reason does. */
const lackOfWords: ReadonlySet<NoneReason> = new Set(['unlike_anything', 'unknown_subject']);

/**
 * Returns the reason why the embedded model's rules refuse the answer's type. The answer stands in for the classifier.
 */
function rejectionOfAnswer(type: DataType, parsed: ParsedQuestion): NoneReason | undefined {
  const certain = new Map([[classOf(type.id), 1]]);
  const rules = { catalog: new Map([[type.id, type]]), classify: () => certain, floor: 0, rulesReject: true };
  const { outcome, because } = decide(parsed, rules).best;
  return outcome !== 'none' || because === undefined || lackOfWords.has(because) ? undefined : because;
}

/**
 * Returns a question without the sentences that give orders about the answer. A poisoned endpoint obeys them, so neither
 * the type nor a value may come from them.
 */
function withoutOrders({ question: { text }, signals }: ParsedQuestion): ParsedQuestion {
  const orders = signals.get('order') ?? [];
  const kept = sentences(text).filter((part) => !orders.some(({ start, end }) => start < part.end && part.start < end));
  return parseQuestion(normalizeQuestion(kept.map(({ start, end }) => text.slice(start, end)).join(' ')));
}

function givenParams(answer: ModelAnswer, type: DataType, catalog: Catalog): Record<string, string> {
  const names = fillableParams(catalog, type.id);
  return Object.fromEntries(
    Object.entries(answer.params)
      .filter((entry): entry is [string, string] => entry[1] !== null && entry[1].trim() !== '')
      .filter(([name]) => names.includes(name)),
  );
}

/** Returns whether an answer without parameters is for a question that needs some. */
function saysNothing(type: DataType, given: Readonly<Record<string, string>>, parsed: ParsedQuestion): boolean {
  return Object.keys(given).length === 0 && fillParams(type, parsed).outcome !== 'type';
}

/** Returns whether a value occurs in the question, as an entity or letter by letter. */
function occurs(name: string, value: string, type: DataType, parsed: ParsedQuestion): boolean {
  const { entities } = parsed;
  switch (name) {
    case 'token':
    case 'symbol':
      return symbolOccurs(value, parsed);
    case 'venue':
      return entities.venues.some(({ value: found }) => found === value.trim().toLowerCase());
    case 'handle':
      return handleOccurs(value, parsed);
    case 'platform':
      return platformOccurs(value, parsed);
    case 'metric':
      return metricOccurs(value, parsed);
    case 'game':
      return gameOccurs(value, parsed);
    case 'amountIn':
      return baseUnitsOccur(value, parsed);
    default:
      if (addressParamsOf(type).includes(name)) {
        return entities.addresses.some(({ value: found }) => found === value.trim());
      }
      return standsIn(value, parsed) || filledWith(name, value, type, parsed);
  }
}

/** Returns whether the question contains a handle: in a form that tells its platform, as `@name`, or as a plain name. */
function handleOccurs(value: string, { entities }: ParsedQuestion): boolean {
  const wanted = value.trim().replace(/^@/, '').toLowerCase();
  return [...entities.handles, ...entities.bareNames].some(({ value: found }) => found.toLowerCase() === wanted);
}

/** Returns whether the question names a platform, or has a handle whose form tells it. */
function platformOccurs(value: string, parsed: ParsedQuestion): boolean {
  const platform = value.trim().toLowerCase();
  const byForm = parsed.entities.handles.some(({ value: handle }) =>
    platformsOfHandle(handle).some((known) => known === platform),
  );
  return byForm || namesPlatform(platform, parsed);
}

function symbolOccurs(value: string, { entities, question }: ParsedQuestion): boolean {
  const pair = parsePair(value.replace(/[-_/ ]?(?:perp|perpetual|swap)$/i, ''));
  if (pair === undefined) {
    return false;
  }
  const named = new Set([
    ...entities.assets.map(({ value: found }) => found),
    ...entities.pairs.flatMap(({ value: found }) => [found.base, found.quote ?? found.base]),
  ]);
  const quotes = new Set([...named, ...entities.currencies.map(({ value: found }) => found), 'USD']);
  const asWritten = new RegExp(
    `(?<![\\p{L}\\p{N}])${pairText({ base: pair.base }).toLowerCase()}(?![\\p{L}\\p{N}])`,
    'u',
  );
  const baseThere = named.has(pair.base) || (pair.base.length > 2 && asWritten.test(question.folded));
  return baseThere && (pair.quote === undefined || quotes.has(pair.quote));
}

/**
 * Returns whether the question states an amount in base units. A model must not convert whole coins into base units.
 */
function baseUnitsOccur(value: string, parsed: ParsedQuestion): boolean {
  const found = fillBaseUnits(parsed);
  return found !== undefined && 'value' in found && found.value === value.replace(/[,_\s]/g, '');
}

/** Returns whether the question names a metric. "followers" is the default and needs no word. */
function metricOccurs(value: string, { entities }: ParsedQuestion): boolean {
  return value === 'followers' || entities.metrics.some(({ value: found }) => found === value);
}

function gameOccurs(value: string, parsed: ParsedQuestion): boolean {
  const { entities } = parsed;
  const wanted = findGame(value);
  const found = [...entities.games, ...entities.appIds].map(({ value: name }) => findGame(name)?.appId ?? name);
  if (wanted !== undefined && found.includes(wanted.appId)) {
    return true;
  }
  return standsAsName(value, parsed);
}

/**
 * Returns whether whole words of a question about players are a name, apart from its punctuation. Words for players or for
 * now belong to what is asked and not to a name, so an endpoint cannot take a question for the name of a game.
 */
function standsAsName(value: string, { question: { folded }, signals }: ParsedQuestion): boolean {
  if (!signals.has('players')) {
    return false;
  }
  const letters = fold(value.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '');
  const words = wordsOf(folded);
  const asking = [...(signals.get('players') ?? []), ...(signals.get('now') ?? [])];
  return words.some((first, at) => {
    let joined = '';
    for (const word of words.slice(at, at + maxNameWords)) {
      joined += word.text;
      if (joined === letters) {
        return letters.length >= 2 && !asking.some(({ start, end }) => start < word.end && first.start < end);
      }
    }
    return false;
  });
}

function standsIn(value: string, { question, entities }: ParsedQuestion): boolean {
  const exact = value.trim();
  return (
    exact !== '' &&
    (question.text.includes(exact) ||
      entities.amounts.some(({ value: amount }) => amount === exact.replace(/[,_\s]/g, '')))
  );
}

function filledWith(name: string, value: string, type: DataType, parsed: ParsedQuestion): boolean {
  const filled = fillParams(type, parsed);
  return filled.outcome !== 'none' && filled.params[name] === value;
}
