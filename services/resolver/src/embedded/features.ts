import { intentSignalKinds } from '../intent-signals/find-intent-signals.ts';
import type { Entities, ParsedQuestion } from '../entities/parse-question.ts';
import { hasFunding } from '../entities/venues.ts';
import { correctTypo } from '../typo-correction.ts';

/** Number of hashed features. It is a power of two, because a bit mask reduces a hash to an index. */
export const featureSpace = 1 << 16;

/** A sparse feature vector: indexes below `featureSpace` in the order of the text, and the weight of each. */
export type Features = { readonly indexes: Int32Array; readonly weights: Float32Array };

const markedKinds = [
  'addresses',
  'foreignAddresses',
  'brokenAddresses',
  'handles',
  'dids',
  'bareNames',
  'pairs',
  'moneyPairs',
  'assets',
  'currencies',
  'venues',
  'games',
  'gamesElsewhere',
  'appIds',
  'gameLikeNames',
] as const satisfies readonly (keyof Entities)[];

const tokenPattern =
  /‹\w+›|[\p{Script=Latin}]+|[\p{Script=Cyrillic}]+|\p{Nd}+|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[?!？！]/gu;
const unspacedToken = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const plainWord = /^[a-z]+$/;
const digits = /^\p{Nd}+$/u;
const spacedWord = /^[\p{L}]{3,}$/u;
const maxTokens = 220;
const maxWordLength = 20;
const signalWeight = 0.9;

/** The initial state of FNV-1a over UTF-16 units. One letter fed first separates the kinds of features. */
const hashSeed = 0x811c9dc5;
const { imul, LN2, log1p, sqrt } = Math;
const space = 0x20;
const wordSeed = feedText(hashSeed, 'w');
const pairSeed = feedText(hashSeed, 'b');
const signalHashes = intentSignalKinds.map((kind) => ({
  kind,
  index: featureIndex(feedText(hashSeed, `c${kind}`)),
  seed: feedText(hashSeed, `c${kind}&`),
}));

/**
 * Returns the features of a part of a question:
 * - words and pairs of words, with every entity replaced by its kind, so that training on one asset holds for all
 *   assets
 * - pieces of words, which survive typos and inflection
 * - the kinds of entities and signals, alone and in pairs
 */
export function featuresOf(parsed: ParsedQuestion, start: number, end: number): Features {
  const tokens = (markEntities(parsed, start, end).match(tokenPattern) ?? []).slice(0, maxTokens);
  const text: number[] = [];
  let before = '^';
  for (const token of tokens) {
    const plain = plainWord.test(token);
    const word = !plain && digits.test(token) ? '#' : correctTypo(token.slice(0, maxWordLength));
    if (!plain && unspacedToken.test(word)) {
      hashPieces('u', word, 1, 3, text);
    } else {
      text.push(featureIndex(feedText(wordSeed, word)), featureIndexOfPair(before, word));
      if (plain ? word.length >= 3 : spacedWord.test(word)) {
        hashPieces('p', `<${word}>`, 3, 5, text);
      }
    }
    before = word;
  }
  text.push(featureIndexOfPair(before, '$'));
  return joinBags(text, signalsOf(parsed));
}

function signalsOf(parsed: ParsedQuestion): number[] {
  const entities = markedKinds.flatMap((kind) =>
    [...new Set(parsed.entities[kind].map(({ value }) => markOf(kind, value)))].map((mark) => `e${mark}`),
  );
  const metric = parsed.entities.metrics.length > 0 ? ['emetrics'] : [];
  const signals = signalHashes.filter(({ kind }) => parsed.signals.has(kind));
  const found = [...entities, ...metric, ...countsOf(parsed)];
  const present = found.length === 0 ? ['enothing'] : found;
  const indexes = [
    ...present.map((entity) => featureIndex(feedText(hashSeed, entity))),
    ...signals.map(({ index }) => index),
  ];
  for (const { seed } of signals) {
    for (const entity of present) {
      indexes.push(featureIndex(feedText(seed, entity)));
    }
  }
  return indexes;
}

/** Returns a feature for the number of addresses, because data types differ in how many addresses they take. */
function countsOf({ entities }: ParsedQuestion): string[] {
  const count = new Set(entities.addresses.map(({ value }) => value)).size;
  const addresses = count === 0 ? [] : [count > 2 ? 'emany' : `e${count}addresses`];
  return entities.amounts.length > 0 ? [...addresses, 'eamounts'] : addresses;
}

/**
 * Returns the mark of an entity: its kind. An exchange without funding rates has a mark of its own, because a question
 * about funding there has no answer.
 */
function markOf(kind: (typeof markedKinds)[number], value: unknown): string {
  return kind === 'venues' && typeof value === 'string' && !hasFunding(value) ? 'otherVenues' : kind;
}

/** Returns the folded text of a part, with each entity replaced by a mark of its kind. */
function markEntities(parsed: ParsedQuestion, start: number, end: number): string {
  const marks: { readonly kind: string; readonly start: number; readonly end: number }[] = [];
  for (const kind of markedKinds) {
    for (const mention of parsed.entities[kind]) {
      if (mention.start >= start && mention.end <= end) {
        marks.push({ kind: markOf(kind, mention.value), start: mention.start, end: mention.end });
      }
    }
  }
  marks.sort((a, b) => a.start - b.start);
  let text = '';
  let from = start;
  for (const mark of marks) {
    text += `${parsed.masked.slice(from, Math.max(from, mark.start))} ‹${mark.kind}› `;
    from = Math.max(from, mark.end);
  }
  return text + parsed.masked.slice(from, end);
}

function featureIndexOfPair(first: string, second: string): number {
  return featureIndex(feedText(feed(feedText(pairSeed, first), space), second));
}

/**
 * Hashes every piece of a word with a length between two bounds. Extends the hash of a piece to get that of the next
 * longer one.
 */
function hashPieces(kind: string, word: string, minLength: number, maxLength: number, into: number[]): void {
  const seed = feed(hashSeed, kind.charCodeAt(0));
  for (let at = 0; at + minLength <= word.length; at += 1) {
    let value = seed;
    for (let length = 1; length <= maxLength && at + length <= word.length; length += 1) {
      value = feed(value, word.charCodeAt(at + length - 1));
      if (length >= minLength) {
        into.push(featureIndex(value));
      }
    }
  }
}

/** Joins both bags, each scaled to a fixed length, so that a long question has no more weight than a short one. */
function joinBags(text: readonly number[], signals: readonly number[]): Features {
  const textBag = bagOf(text);
  const signalBag = bagOf(signals);
  const indexes = new Int32Array(textBag.indexes.length + signalBag.indexes.length);
  indexes.set(textBag.indexes);
  indexes.set(signalBag.indexes, textBag.indexes.length);
  const weights = new Float32Array(indexes.length);
  scaleInto(weights, 0, textBag.counts, 1);
  scaleInto(weights, textBag.indexes.length, signalBag.counts, signalWeight * sqrt(signalBag.indexes.length));
  return { indexes, weights };
}

function scaleInto(weights: Float32Array, from: number, counts: readonly number[], scale: number): void {
  let squares = 0;
  for (const count of counts) {
    squares += weightOf(count) ** 2;
  }
  const factor = scale / sqrt(squares);
  for (let at = 0; at < counts.length; at += 1) {
    weights[from + at] = factor * weightOf(counts[at] ?? 0);
  }
}

/** Scratch counters for `bagOf`: how often each index occurs. All are zero between calls. */
const counters = new Uint16Array(featureSpace);

function bagOf(all: readonly number[]): { readonly indexes: readonly number[]; readonly counts: readonly number[] } {
  const indexes: number[] = [];
  for (const index of all) {
    const before = counters[index] ?? 0;
    if (before === 0) {
      indexes.push(index);
    }
    counters[index] = before + 1;
  }
  const counts = indexes.map((index) => counters[index] ?? 0);
  for (const index of indexes) {
    counters[index] = 0;
  }
  return { indexes, counts };
}

/** Returns the weight of a feature that occurs `count` times. It grows more slowly than the count. */
function weightOf(count: number): number {
  return count === 1 ? LN2 : log1p(count);
}

function feed(value: number, unit: number): number {
  return imul(value ^ unit, 0x01000193);
}

function feedText(value: number, text: string): number {
  let fed = value;
  for (let at = 0; at < text.length; at += 1) {
    fed = feed(fed, text.charCodeAt(at));
  }
  return fed;
}

/** Returns the feature index of a hash. It mixes the hash first, so that the index depends on all bits. */
function featureIndex(value: number): number {
  return (imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 8) & (featureSpace - 1);
}
