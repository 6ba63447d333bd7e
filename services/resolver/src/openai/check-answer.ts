import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { findGame } from '@assay/catalog/game-names';
import { parseParams } from '@assay/catalog/params';
import { pairText, parsePair } from '@assay/catalog/symbols';
import { decide } from '../decide.ts';
import { read, type Reading } from '../entities/extract.ts';
import { fillBaseUnits } from '../fill/amounts.ts';
import { fillParams } from '../fill/fill.ts';
import { addressParamsOf } from '../fill/roles.ts';
import type { NoneReason, Resolution } from '../model.ts';
import { classOf } from '../price-kind.ts';
import { fold, readQuestion } from '../text.ts';
import { ModelFailure } from './failure.ts';
import { fillableParams } from './prompt.ts';
import type { ModelAnswer } from './schema.ts';

/** An endpoint's own probability under which its answer counts as none: below it something else is likelier. */
const confidenceMin = 0.5;

/**
 * Turns an answer into a resolution, trusting nothing: the type must be one of the catalog, every value must occur in
 * the question in some normal form, and what no feed measures stays unanswered however sure the endpoint is. Throws
 * `ModelFailure` with `out_of_enum` or `invented_param` where the answer could not be meant for this question.
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
  const reading = read(readQuestion(query));
  const given = givenParams(answer, type, catalog);
  for (const [name, value] of Object.entries(given)) {
    if (!occurs(name, value, type, reading)) {
      throw new ModelFailure('invented_param');
    }
  }
  if (confidence < confidenceMin) {
    return none('unlike_anything', 1 - confidence, type);
  }
  const veto = vetoOnAnswer(type, reading);
  if (veto !== undefined) {
    return none(veto, confidence, type);
  }
  const parsed = parseParams(type, given, type.lookedUp);
  if (parsed.ok) {
    return saysNothing(type, given, reading)
      ? none('unknown_subject', confidence, type)
      : { outcome: 'type', type: type.id, params: parsed.params, missing: [], confidence };
  }
  if (parsed.code !== 'MISSING_PARAM') {
    throw new ModelFailure('invented_param');
  }
  const abroad = addressParamsOf(type).length > 0 && reading.entities.foreignAddresses.length > 0;
  return abroad
    ? none('other_network', confidence, type)
    : { outcome: 'missing', type: type.id, params: given, missing: parsed.missing, confidence };
}

function none(because: NoneReason, confidence: number, nearest?: DataType): Resolution {
  const nothing = { outcome: 'none', type: '', params: {}, missing: [], confidence, because } as const;
  return nearest === undefined ? nothing : { ...nothing, nearest: nearest.id };
}

/** What rules out a type for the embedded model rules it out for an endpoint's too, unless it is only a lack of words. */
const lackOfWords: ReadonlySet<NoneReason> = new Set(['unlike_anything', 'unknown_subject']);

/** What speaks against a type by the rules of the embedded model, with the endpoint's answer in the classifier's place. */
function vetoOnAnswer(type: DataType, reading: Reading): NoneReason | undefined {
  const certain = new Map([[classOf(type.id), 1]]);
  const rules = { catalog: new Map([[type.id, type]]), classify: () => certain, floor: 0 };
  const { outcome, because } = decide(reading, rules);
  return outcome !== 'none' || because === undefined || lackOfWords.has(because) ? undefined : because;
}

function givenParams(answer: ModelAnswer, type: DataType, catalog: Catalog): Record<string, string> {
  const names = fillableParams(catalog, type.id);
  return Object.fromEntries(
    Object.entries(answer.params)
      .filter((entry): entry is [string, string] => entry[1] !== null && entry[1].trim() !== '')
      .filter(([name]) => names.includes(name)),
  );
}

/** A type whose parameters are all optional is meant only when the question could stand without them. */
function saysNothing(type: DataType, given: Readonly<Record<string, string>>, reading: Reading): boolean {
  return Object.keys(given).length === 0 && fillParams(type, reading).outcome !== 'type';
}

/** Whether a value stands in the question: as an entity that extraction finds, or letter for letter. */
function occurs(name: string, value: string, type: DataType, reading: Reading): boolean {
  const { entities } = reading;
  switch (name) {
    case 'token':
    case 'symbol':
      return symbolOccurs(value, reading);
    case 'venue':
      return entities.venues.some(({ value: found }) => found === value.trim().toLowerCase());
    case 'handle':
      return entities.handles.some(({ value: found }) => found === value.trim().replace(/^@/, '').toLowerCase());
    case 'metric':
      return metricOccurs(value, reading);
    case 'game':
      return gameOccurs(value, reading);
    case 'amountIn':
      return baseUnitsOccur(value, reading);
    default:
      if (addressParamsOf(type).includes(name)) {
        return entities.addresses.some(({ value: found }) => found === value.trim());
      }
      return standsIn(value, reading) || filledWith(name, value, type, reading);
  }
}

function symbolOccurs(value: string, { entities, question }: Reading): boolean {
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

/** A number of whole coins is no amount in base units, and multiplying it by a coin's decimals would be an invention. */
function baseUnitsOccur(value: string, reading: Reading): boolean {
  const found = fillBaseUnits(reading);
  return found !== undefined && 'value' in found && found.value === value.replace(/[,_\s]/g, '');
}

/** "followers" is what is counted when nothing else is said, so it needs no word of its own. */
function metricOccurs(value: string, { entities }: Reading): boolean {
  return value === 'followers' || entities.metrics.some(({ value: found }) => found === value);
}

function gameOccurs(value: string, reading: Reading): boolean {
  const { entities, question } = reading;
  const wanted = findGame(value);
  const found = [...entities.games, ...entities.appIds].map(({ value: name }) => findGame(name)?.appId ?? name);
  if (wanted !== undefined && found.includes(wanted.appId)) {
    return true;
  }
  const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
  return letters(value).length >= 2 && letters(question.text).includes(letters(value));
}

function standsIn(value: string, { question, entities }: Reading): boolean {
  const exact = value.trim();
  return (
    exact !== '' &&
    (question.text.includes(exact) ||
      entities.amounts.some(({ value: amount }) => amount === exact.replace(/[,_\s]/g, '')))
  );
}

function filledWith(name: string, value: string, type: DataType, reading: Reading): boolean {
  const filled = fillParams(type, reading);
  return filled.outcome !== 'none' && filled.params[name] === value;
}
