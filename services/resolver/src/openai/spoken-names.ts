import { fold } from '../question-text.ts';

/** Maximum number of words in a name. */
const maxNameWords = 10;
/** Minimum number of letters that a shortened name, or a name with another ending, must have. */
const minStem = 4;
const maxEnding = 4;
const minShortForm = 5;
/** Minimum number of consonants and digits of two spellings that count as the same sound. */
const minConsonants = 3;

const numbers: ReadonlyMap<string, string> = new Map(
  'zero one two three four five six seven eight nine ten'.split(' ').map((word, number) => [word, String(number)]),
);

/** A word of a question, or several neighbouring words joined without the text between them. */
export type JoinedWords = {
  readonly text: string;
  readonly count: number;
  readonly start: number;
  readonly end: number;
};

/** Returns all runs of up to ten neighbouring words of a folded text, in any script. */
export function joinedWords(folded: string): JoinedWords[] {
  const words = [...folded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  return words.flatMap(({ index: start }, at) => {
    let text = '';
    return words.slice(at, at + maxNameWords).map((word, extra) => {
      text += word[0];
      return { text, count: extra + 1, start, end: word.index + word[0].length };
    });
  });
}

/** Returns the letters and digits of a name, folded. */
export function lettersOf(name: string): string {
  return fold(name.normalize('NFKC')).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * Returns whether words of a question are a given name. They may have the same letters, another ending, be cut short,
 * or be another spelling of the same sound. The name comes from an endpoint and only has to be checked, so a loose
 * comparison is enough to detect an invented one.
 */
export function isSpoken(name: string, words: readonly JoinedWords[]): boolean {
  const wanted = lettersOf(name);
  const sound = soundOf(wanted);
  return words.some(({ text, count }) => {
    if (text === wanted) {
      return true;
    }
    const single = count === 1 && (hasEnding(text, wanted) || (text.length >= minShortForm && wanted.startsWith(text)));
    return (
      single || (sound.length >= minConsonants && text.at(0) === wanted.at(0) && soundOf(inDigits(text)) === sound)
    );
  });
}

/** Returns whether a word is `wanted` with an ending added or replaced: "linku" for "link". */
function hasEnding(word: string, wanted: string): boolean {
  const stem = Math.max(minStem, wanted.length - 1);
  return wanted.length >= minStem && word.startsWith(wanted.slice(0, stem)) && word.length <= stem + maxEnding;
}

function inDigits(text: string): string {
  const [, start = text, last = ''] = /^(.*?)(two|three|four|five|six)$/.exec(text) ?? [];
  return start + (numbers.get(last) ?? last);
}

/**
 * Returns the consonants and digits of a name. All letters of the same sound become one letter, and silent letters are
 * left out.
 */
function soundOf(letters: string): string {
  return letters
    .replace(/gh(?=t)|[aeiouyh]/g, '')
    .replace(/ck|[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/ph/g, 'f')
    .replace(/(.)\1+/g, '$1');
}
