import { cueKinds } from '../cues/find-cues.ts';
import type { Entities, Reading } from '../entities/extract.ts';

/** Width of the feature space; a power of two, since features are hashed into it. */
export const featureSpace = 1 << 16;

/** Features of a text: places in the space, in the order of the text, and the weight of each. */
export type Features = { readonly places: Int32Array; readonly weights: Float32Array };

const markedKinds = [
  'addresses',
  'unusableAddresses',
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
const tokensMax = 220;
const wordLengthMax = 20;
const hintWeight = 0.9;

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
    const word = /^\p{Nd}+$/u.test(token) ? '#' : token.slice(0, wordLengthMax);
    if (unspacedToken.test(word)) {
      hashPieces('u', word, 1, 3, text);
    } else {
      text.push(hash(`w${word}`), hash(`b${before} ${word}`));
      if (/^[\p{L}]{3,}$/u.test(word)) {
        hashPieces('p', `<${word}>`, 3, 5, text);
      }
    }
    before = word;
  }
  text.push(hash(`b${before} $`));
  return joined(text, hintsOf(reading).map(hash));
}

function hintsOf(reading: Reading): string[] {
  const entities = markedKinds.filter((kind) => reading.entities[kind].length > 0).map((kind) => `e${kind}`);
  const metric = reading.entities.metrics.length > 0 ? ['emetrics'] : [];
  const cues = cueKinds.filter((kind) => reading.cues.has(kind)).map((kind) => `c${kind}`);
  const present = [...entities, ...metric];
  const singles = present.length === 0 ? ['enothing', ...cues] : [...present, ...cues];
  return [
    ...singles,
    ...cues.flatMap((cue) => (present.length === 0 ? ['enothing'] : present).map((entity) => `${cue}&${entity}`)),
  ];
}

/** The folded text of a part, with each entity replaced by a mark of its kind. */
function markEntities(reading: Reading, start: number, end: number): string {
  const marks = markedKinds
    .flatMap((kind) => reading.entities[kind].map((mention) => ({ kind, ...mention })))
    .filter((mark) => mark.start >= start && mark.end <= end)
    .toSorted((a, b) => a.start - b.start);
  let text = '';
  let from = start;
  for (const mark of marks) {
    text += `${reading.masked.slice(from, Math.max(from, mark.start))} ‹${mark.kind}› `;
    from = Math.max(from, mark.end);
  }
  return text + reading.masked.slice(from, end);
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
  const places = new Int32Array(textBag.size + hintBag.size);
  const weights = new Float32Array(places.length);
  let at = 0;
  const add = (bag: ReadonlyMap<number, number>, scale: number): void => {
    let squares = 0;
    for (const count of bag.values()) {
      squares += weightOf(count) ** 2;
    }
    const factor = scale / Math.sqrt(squares);
    for (const [place, count] of bag) {
      places[at] = place;
      weights[at] = factor * weightOf(count);
      at += 1;
    }
  };
  add(textBag, 1);
  add(hintBag, hintWeight * Math.sqrt(hintBag.size));
  return { places, weights };
}

function bagOf(places: readonly number[]): Map<number, number> {
  const bag = new Map<number, number>();
  for (const place of places) {
    bag.set(place, (bag.get(place) ?? 0) + 1);
  }
  return bag;
}

/** What is said twice counts for more than once, but not twice. */
function weightOf(count: number): number {
  return count === 1 ? Math.LN2 : Math.log1p(count);
}

const hashSeed = 0x811c9dc5;

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = hashSeed;
  for (let at = 0; at < text.length; at += 1) {
    value = feed(value, text.charCodeAt(at));
  }
  return placeOf(value);
}

function feed(value: number, unit: number): number {
  return Math.imul(value ^ unit, 0x01000193);
}

/** Mixes a hash so that the place depends on all of its bits. */
function placeOf(value: number): number {
  return (Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 8) & (featureSpace - 1);
}
