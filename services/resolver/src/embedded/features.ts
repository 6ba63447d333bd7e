import { cueKinds } from '../cues/find-cues.ts';
import type { Entities, Reading } from '../entities/extract.ts';

/** Width of the feature space; a power of two, since features are hashed into it. */
export const featureSpace = 1 << 16;

/** Features of a text: places in the space, in ascending order, and the weight of each. */
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
  const text = new Map<number, number>();
  const hints = new Map<number, number>();
  const count = (bag: Map<number, number>, feature: string): void => {
    const place = hash(feature) & (featureSpace - 1);
    bag.set(place, (bag.get(place) ?? 0) + 1);
  };
  let before = '^';
  for (const token of tokens) {
    const word = /^\p{Nd}+$/u.test(token) ? '#' : token.slice(0, wordLengthMax);
    if (unspacedToken.test(word)) {
      countPieces(word, 1, 3, (piece) => count(text, `u${piece}`));
    } else {
      count(text, `w${word}`);
      count(text, `b${before} ${word}`);
      if (/^[\p{L}]{3,}$/u.test(word)) {
        countPieces(`<${word}>`, 3, 5, (piece) => count(text, `p${piece}`));
      }
    }
    before = word;
  }
  count(text, `b${before} $`);
  for (const hint of hintsOf(reading)) {
    count(hints, hint);
  }
  return joined(text, hints);
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

function countPieces(word: string, shortest: number, longest: number, each: (piece: string) => void): void {
  for (let length = shortest; length <= longest; length += 1) {
    for (let at = 0; at + length <= word.length; at += 1) {
      each(word.slice(at, at + length));
    }
  }
}

/** Text and hints are each scaled to a fixed length, so that a long question weighs no more than a short one. */
function joined(text: ReadonlyMap<number, number>, hints: ReadonlyMap<number, number>): Features {
  const sums = new Map<number, number>();
  const add = (bag: ReadonlyMap<number, number>, scale: number): void => {
    let squares = 0;
    for (const value of bag.values()) {
      squares += Math.log1p(value) ** 2;
    }
    for (const [place, value] of bag) {
      sums.set(place, (sums.get(place) ?? 0) + (scale * Math.log1p(value)) / Math.sqrt(squares));
    }
  };
  add(text, 1);
  add(hints, hintWeight * Math.sqrt(hints.size));
  const places = Int32Array.from([...sums.keys()].sort((a, b) => a - b));
  return { places, weights: Float32Array.from(places, (place) => sums.get(place) ?? 0) };
}

/** FNV-1a over UTF-16 units, finished so that the low bits depend on all of the text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 8;
}
