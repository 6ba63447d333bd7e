import { intentSignalKinds } from '../intent-signals/find-intent-signals.ts';
import type { Entities, ParsedQuestion } from '../entities/parse-question.ts';
import { hasFunding } from '../entities/venues.ts';
import { inEnglish } from '../dictionary/dictionary.ts';
import { dictionary } from '../dictionary/languages.ts';
import { correctTypo } from '../typo-correction.ts';
import { feed, feedText, hashOfPair, hashOfTriple, hashSeed } from './feature-hash.ts';
import { add, addedCount, newFeatures, takeFeatures, type Features } from './feature-sums.ts';

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
  /‹\w+›|[\p{Script=Latin}]+|[\p{Script=Cyrillic}]+|\p{Nd}+|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[?!？！]|[\p{L}\p{M}]+/gu;
const unspacedToken = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const plainWord = /^[a-z]+$/;
const digits = /^\p{Nd}+$/u;
const spacedWord = /^[\p{L}]{3,}$/u;
const entityMark = '‹';
/**
 * Number of words on each side of an entity that may show the entity's role. The value is the best on held-out authors.
 */
const reach = 5;
/** Words that open a request in English. The first of them in a text tells most about the kind of the request. */
const openings: ReadonlySet<string> = new Set(
  (
    'what whats how who whos which where when why is are was were will do does did can could should ' +
    'tell give show check get need want explain list compare make send buy sell swap'
  ).split(' '),
);
const maxTokens = 220;
const maxWordLength = 20;
const nativeCoin = 'SOL';
const signalWeight = 0.9;
/**
 * Weights of the kinds of text features, chosen on held-out authors. Pairs of words have the largest weight, because
 * they show who does what to what.
 */
const wordWeight = 1;
const pairWeight = 2;
const pieceWeight = 0.3;
const openingWeight = 0.6;

const { sqrt } = Math;
const wordSeed = feedText(hashSeed, 'w');
const pairSeed = feedText(hashSeed, 'b');
const tripleSeed = feedText(hashSeed, 't');
const gapSeed = feedText(hashSeed, 'k');
const leftSeed = feedText(hashSeed, 'l');
const rightSeed = feedText(hashSeed, 'r');
const openingSeed = feedText(hashSeed, 'o');
const signalHashes = intentSignalKinds.map((kind) => ({
  kind,
  hash: feedText(hashSeed, `c${kind}`),
  seed: feedText(hashSeed, `c${kind}&`),
}));

/**
 * Returns the features of a part of a question:
 * - words and runs of up to three words. Every entity is replaced by its kind, so that training on one asset applies to
 *   all assets. Known words of other languages are replaced by English ones, so that training in one language helps the
 *   others
 * - the words around each entity, and each word paired with the word that opens the request
 * - pieces of words, which survive typos and inflection. They weigh little, because a long word has many
 * - the kinds of entities and signals, alone and in pairs
 */
export function featuresOf(parsed: ParsedQuestion, start: number, end: number): Features {
  const written = (markEntities(parsed, start, end).match(tokenPattern) ?? []).slice(0, maxTokens);
  const tokens = inEnglish(
    written.map((text) => ({ text, start: 0, end: 0 })),
    dictionary,
  );
  const words: string[] = [];
  let before = '^';
  let earlier = '';
  for (const { text: token } of tokens) {
    const plain = plainWord.test(token);
    const word = !plain && digits.test(token) ? '#' : correctTypo(token.slice(0, maxWordLength));
    if (!plain && unspacedToken.test(word)) {
      addPieces('u', word, [1, 3], wordWeight);
    } else {
      add(feedText(wordSeed, word), wordWeight);
      add(hashOfPair(pairSeed, before, word), pairWeight);
      if (earlier !== '') {
        add(hashOfTriple(tripleSeed, earlier, before, word), wordWeight);
        add(hashOfPair(gapSeed, earlier, word), wordWeight);
      }
      if (plain ? word.length >= 3 : spacedWord.test(word)) {
        addPieces('p', `<${word}>`, [3, 4], pieceWeight);
      }
    }
    earlier = before;
    before = word;
    words.push(word);
  }
  add(hashOfPair(pairSeed, before, '$'), pairWeight);
  addSurroundings(words);
  addOpenings(words);
  const ofText = takeFeatures(1);
  for (const hash of signalsOf(parsed)) {
    add(hash, 1);
  }
  // The text features are scaled to a fixed length, and so are those of entities and signals. So a long question has no
  // more weight than a short one.
  const ofKinds = takeFeatures(signalWeight * sqrt(addedCount()));
  const count = ofText.indexes.length;
  const all = newFeatures(count + ofKinds.indexes.length);
  all.indexes.set(ofText.indexes);
  all.indexes.set(ofKinds.indexes, count);
  all.weights.set(ofText.weights);
  all.weights.set(ofKinds.weights, count);
  return all;
}

/** Returns the hashes of the kinds of entities and signals, alone and in pairs. */
function signalsOf(parsed: ParsedQuestion): number[] {
  const entities = markedKinds
    .filter((kind) => parsed.entities[kind].length > 0)
    .flatMap((kind) => [...new Set(parsed.entities[kind].map(({ value }) => `e${markOf(kind, value)}`))]);
  const metric = parsed.entities.metrics.length > 0 ? ['emetrics'] : [];
  const signals = signalHashes.filter(({ kind }) => parsed.signals.has(kind));
  const found = [...entities, ...metric, ...countsOf(parsed)];
  const present = found.length === 0 ? ['enothing'] : found;
  const hashes = [...present.map((entity) => feedText(hashSeed, entity)), ...signals.map(({ hash }) => hash)];
  for (const { seed } of signals) {
    for (const entity of present) {
      hashes.push(feedText(seed, entity));
    }
  }
  return hashes;
}

/**
 * Returns features for the number of addresses, for a coin next to an address, and for amounts. The number helps,
 * because each data type takes a certain number of addresses. A question with a coin next to an address usually asks
 * how much of the coin the address holds. No data type measures this.
 */
function countsOf({ entities: { addresses, brokenAddresses, assets, amounts } }: ParsedQuestion): string[] {
  const count = new Set(addresses.map(({ value }) => value)).size;
  const found = count === 0 ? [] : [count > 2 ? 'emany' : `e${count}addresses`];
  if (assets.length > 0 && count + brokenAddresses.length > 0) {
    found.push(assets.every(({ value }) => value === nativeCoin) ? 'enativeBeside' : 'ecoinBeside');
  }
  return amounts.length > 0 ? [...found, 'eamounts'] : found;
}

/**
 * Returns the mark that replaces an entity: its kind. An exchange without funding rates gets a separate mark, because
 * no data type can answer a question about its funding rates.
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

/**
 * Adds the words that are two to five places before or after each entity, because they show the entity's role. Each is
 * marked with its side. The direct neighbours are not added, because the pairs of words already contain them.
 */
function addSurroundings(words: readonly string[]): void {
  words.forEach((entity, at) => {
    if (entity.startsWith(entityMark)) {
      for (let distance = 2; distance <= reach; distance += 1) {
        addBeside(leftSeed, entity, words[at - distance]);
        addBeside(rightSeed, entity, words[at + distance]);
      }
    }
  });
}

function addBeside(seed: number, entity: string, word: string | undefined): void {
  if (word !== undefined) {
    add(hashOfPair(seed, entity, word), wordWeight);
  }
}

/**
 * Adds each word paired with the word that opens the request. The pairs distinguish, for example, "who owns" and
 * "should I own".
 */
function addOpenings(words: readonly string[]): void {
  const opening = words.find((word) => openings.has(word)) ?? '';
  for (const word of new Set(words)) {
    add(hashOfPair(openingSeed, opening, word), openingWeight);
  }
}

/**
 * Adds every piece of a word whose length lies between two bounds. The hash of a longer piece continues the hash of the
 * piece that is one letter shorter.
 */
function addPieces(kind: string, word: string, [shortest, longest]: readonly [number, number], weight: number): void {
  const seed = feed(hashSeed, kind.charCodeAt(0));
  for (let at = 0; at + shortest <= word.length; at += 1) {
    let value = seed;
    for (let length = 1; length <= longest && at + length <= word.length; length += 1) {
      value = feed(value, word.charCodeAt(at + length - 1));
      if (length >= shortest) {
        add(value, weight);
      }
    }
  }
}
