import { cueKinds } from '../cues/find-cues.ts';
import type { Entities, Reading } from '../entities/extract.ts';
import { withoutSlip } from '../slips.ts';

/** Width of the feature space; a power of two, since features are hashed into it. */
export const featureSpace = 1 << 16;

/** Features of a text: places in the space, in the order of the text, and the weight of each. */
export type Features = { readonly places: Int32Array; readonly weights: Float32Array };

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
const tokensMax = 220;
const wordLengthMax = 20;
const hintWeight = 0.9;

/** Where FNV-1a over UTF-16 units begins, and where it stands after the letter that tells kinds of features apart. */
const hashSeed = 0x811c9dc5;
const { imul, LN2, log1p, sqrt } = Math;
const space = 0x20;
const wordSeed = feedText(hashSeed, 'w');
const pairSeed = feedText(hashSeed, 'b');
const cueHashes = cueKinds.map((kind) => ({
  kind,
  place: placeOf(feedText(hashSeed, `c${kind}`)),
  seed: feedText(hashSeed, `c${kind}&`),
}));

/**
 * Describes a part of a question: its words with every entity replaced by its kind, so that what is learned of one
 * asset holds for all; pairs of words; pieces of words, which survive typing errors and inflection; the kinds of
 * entities and hints in it, alone and together.
 */
export function featuresOf(reading: Reading, start: number, end: number): Features {
  const tokens = (markEntities(reading, start, end).match(tokenPattern) ?? []).slice(0, tokensMax);
  const text: number[] = [];
  let before = '^';
  for (const token of tokens) {
    const plain = plainWord.test(token);
    const word = !plain && digits.test(token) ? '#' : withoutSlip(token.slice(0, wordLengthMax));
    if (!plain && unspacedToken.test(word)) {
      hashPieces('u', word, 1, 3, text);
    } else {
      text.push(placeOf(feedText(wordSeed, word)), placeOfPair(before, word));
      if (plain ? word.length >= 3 : spacedWord.test(word)) {
        hashPieces('p', `<${word}>`, 3, 5, text);
      }
    }
    before = word;
  }
  text.push(placeOfPair(before, '$'));
  return joined(text, hintsOf(reading));
}

function hintsOf(reading: Reading): number[] {
  const entities = markedKinds.filter((kind) => reading.entities[kind].length > 0).map((kind) => `e${kind}`);
  const metric = reading.entities.metrics.length > 0 ? ['emetrics'] : [];
  const cues = cueHashes.filter(({ kind }) => reading.cues.has(kind));
  const found = [...entities, ...metric, ...countsOf(reading)];
  const present = found.length === 0 ? ['enothing'] : found;
  const places = [...present.map((entity) => placeOf(feedText(hashSeed, entity))), ...cues.map(({ place }) => place)];
  for (const { seed } of cues) {
    for (const entity of present) {
      places.push(placeOf(feedText(seed, entity)));
    }
  }
  return places;
}

/** How many addresses there are, since the types that take them differ in how many they take. */
function countsOf({ entities }: Reading): string[] {
  const count = new Set(entities.addresses.map(({ value }) => value)).size;
  const addresses = count === 0 ? [] : [count > 2 ? 'emany' : `e${count}addresses`];
  return entities.amounts.length > 0 ? [...addresses, 'eamounts'] : addresses;
}

/** The folded text of a part, with each entity replaced by a mark of its kind. */
function markEntities(reading: Reading, start: number, end: number): string {
  const marks: { readonly kind: string; readonly start: number; readonly end: number }[] = [];
  for (const kind of markedKinds) {
    for (const mention of reading.entities[kind]) {
      if (mention.start >= start && mention.end <= end) {
        marks.push({ kind, start: mention.start, end: mention.end });
      }
    }
  }
  marks.sort((a, b) => a.start - b.start);
  let text = '';
  let from = start;
  for (const mark of marks) {
    text += `${reading.masked.slice(from, Math.max(from, mark.start))} ‹${mark.kind}› `;
    from = Math.max(from, mark.end);
  }
  return text + reading.masked.slice(from, end);
}

function placeOfPair(first: string, second: string): number {
  return placeOf(feedText(feed(feedText(pairSeed, first), space), second));
}

/** Hashes every piece of a word whose length lies between two bounds, feeding each letter once per start. */
function hashPieces(kind: string, word: string, shortest: number, longest: number, into: number[]): void {
  const seed = feed(hashSeed, kind.charCodeAt(0));
  for (let at = 0; at + shortest <= word.length; at += 1) {
    let value = seed;
    for (let length = 1; length <= longest && at + length <= word.length; length += 1) {
      value = feed(value, word.charCodeAt(at + length - 1));
      if (length >= shortest) {
        into.push(placeOf(value));
      }
    }
  }
}

/** Text and hints are each scaled to a fixed length, so that a long question weighs no more than a short one. */
function joined(text: readonly number[], hints: readonly number[]): Features {
  const textBag = bagOf(text);
  const hintBag = bagOf(hints);
  const places = new Int32Array(textBag.places.length + hintBag.places.length);
  places.set(textBag.places);
  places.set(hintBag.places, textBag.places.length);
  const weights = new Float32Array(places.length);
  weigh(weights, 0, textBag.counts, 1);
  weigh(weights, textBag.places.length, hintBag.counts, hintWeight * sqrt(hintBag.places.length));
  return { places, weights };
}

function weigh(weights: Float32Array, from: number, counts: readonly number[], scale: number): void {
  let squares = 0;
  for (const count of counts) {
    squares += weightOf(count) ** 2;
  }
  const factor = scale / sqrt(squares);
  for (let at = 0; at < counts.length; at += 1) {
    weights[from + at] = factor * weightOf(counts[at] ?? 0);
  }
}

/** How often each place was met, while places are counted; all zero between calls. */
const met = new Uint16Array(featureSpace);

function bagOf(all: readonly number[]): { readonly places: readonly number[]; readonly counts: readonly number[] } {
  const places: number[] = [];
  for (const place of all) {
    const before = met[place] ?? 0;
    if (before === 0) {
      places.push(place);
    }
    met[place] = before + 1;
  }
  const counts = places.map((place) => met[place] ?? 0);
  for (const place of places) {
    met[place] = 0;
  }
  return { places, counts };
}

/** What is said twice counts for more than once, but not twice. */
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

/** Mixes a hash so that the place depends on all of its bits. */
function placeOf(value: number): number {
  return (imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 8) & (featureSpace - 1);
}
