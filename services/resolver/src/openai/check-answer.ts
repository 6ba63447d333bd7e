import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { findGame } from '@assay/catalog/game-names';
import { parseParams } from '@assay/catalog/params';
import { pairText, parsePair } from '@assay/catalog/symbols';
import { read, type Reading } from '../entities/extract.ts';
import { fillParams } from '../fill/fill.ts';
import type { Resolution } from '../model.ts';
import { fold, readQuestion } from '../text.ts';
import { ModelFailure } from './failure.ts';
import { fillableParams } from './prompt.ts';
import type { ModelAnswer } from './schema.ts';

/**
 * Turns an answer into a resolution, trusting nothing: the type must be one of the catalog, and every value must occur
 * in the question in some normal form. Throws `ModelFailure` with `out_of_enum` or `invented_param` otherwise.
 */
export function checkAnswer(answer: ModelAnswer, query: string, catalog: Catalog): Resolution {
  const confidence = answer.confidence;
  if (answer.type === 'none') {
    return { outcome: 'none', type: '', params: {}, missing: [], confidence, because: 'unlike_anything' };
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
  const parsed = parseParams(type, given, type.lookedUp);
  if (parsed.ok) {
    return saysNothing(type, given, reading)
      ? { outcome: 'none', type: '', params: {}, missing: [], confidence, because: 'unknown_subject', nearest: type.id }
      : { outcome: 'type', type: type.id, params: parsed.params, missing: [], confidence };
  }
  if (parsed.code === 'MISSING_PARAM') {
    return { outcome: 'missing', type: type.id, params: given, missing: parsed.missing, confidence };
  }
  throw new ModelFailure('invented_param');
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
    default:
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
