import { joinSpelledWords } from './spelled-words.ts';

/**
 * Maximum number of characters that the resolver reads. It cuts longer questions itself, although the gateway already
 * refuses them.
 */
export const maxQuestionLength = 1_000;

/**
 * The normalized text of a question, and the same text folded for comparison. Both have the same length, so an index
 * refers to the same character in both.
 */
export type QuestionText = {
  /** NFKC without lone surrogates and control characters, at most `maxQuestionLength` UTF-16 units. */
  readonly text: string;
  /** Lower case without accents of Latin letters, exactly as long as `text`. */
  readonly folded: string;
};

// oxlint-disable-next-line no-control-regex -- the pattern removes control characters
const unreadable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g;

/**
 * Matches names that programs write, such as "followsCount". The first letter must be small, because a name with a
 * capital first letter is usually a proper name.
 */
const joinedWords = /(?<![A-Za-z0-9.@_/-])[a-z]{2,15}(?:[A-Z][a-z]{1,15}){1,4}(?![A-Za-z0-9])/g;

/**
 * Normalizes any string to a question. Ignores text beyond `maxQuestionLength`, so that a long text costs no more time.
 */
export function normalizeQuestion(raw: string): QuestionText {
  const readable = raw
    .slice(0, maxQuestionLength)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFKC')
    .replace(unreadable, ' ');
  const text = joinSpelledWords(readable)
    .replace(joinedWords, (words) => words.replace(/[A-Z]/g, '_$&'))
    .slice(0, maxQuestionLength)
    .replace(/\p{Surrogate}/gu, '\ufffd');
  return { text, folded: fold(text) };
}

/**
 * Returns the text in lower case, without typographic quotes and without accents on Latin letters. The length in UTF-16
 * units does not change.
 */
export function fold(text: string): string {
  const plain = text.replace(/[\u00c0-\u024f\u1e00-\u1eff\u2018\u2019\u02bc\u2032\u201c\u201d]/g, (letter) => {
    return foldedLetters.get(letter) ?? letter;
  });
  const lower = plain.toLowerCase();
  return lower.length === plain.length ? lower : plain.replace(/[^]/gu, lowerOfSameLength);
}

function lowerOfSameLength(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

const foldedLetters = latinLetters();

function latinLetters(): ReadonlyMap<string, string> {
  const letters = new Map([
    ['\u2018', "'"],
    ['\u2019', "'"],
    ['\u02bc', "'"],
    ['\u2032', "'"],
    ['\u201c', '"'],
    ['\u201d', '"'],
    ['ı', 'i'],
    ['İ', 'i'],
    ['ø', 'o'],
    ['Ø', 'o'],
    ['ł', 'l'],
    ['Ł', 'l'],
  ]);
  for (const [from, to] of [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ] as const) {
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCharCode(code);
      const base = letter.normalize('NFD').charAt(0);
      if (/[a-zA-Z]/.test(base) && !letters.has(letter)) {
        letters.set(letter, base.toLowerCase());
      }
    }
  }
  return letters;
}
