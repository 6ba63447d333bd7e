/** A folded word of one script and its position in the question. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Scripts whose letters form words. A word has letters of one script only. */
const scripts = [
  /^[\p{Script=Latin}\p{Nd}]/u,
  /^\p{Script=Cyrillic}/u,
  /^\p{Script=Hangul}/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
];
const noScript = scripts.length + 1;
const cyrillic = 2;
/**
 * A cache of the script of each UTF-16 unit: 0 for a unit that was not looked up, otherwise the index in `scripts` plus
 * 1.
 */
const scriptOfUnit = new Uint8Array(0x1_0000);

function scriptOf(letter: string): number {
  const place = scripts.findIndex((script) => script.test(letter));
  return place === -1 ? noScript : place + 1;
}

function scriptAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xe000) {
    return scriptOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
  }
  const known = scriptOfUnit[unit] ?? 0;
  const script = known === 0 ? scriptOf(text.charAt(at)) : known;
  scriptOfUnit[unit] = script;
  return script;
}

/**
 * Splits folded text into words. A word contains letters of one script only. In a script without spaces, a whole run of
 * letters is one word.
 */
export function wordsOf(folded: string): Word[] {
  const words: Word[] = [];
  let start = 0;
  let running = noScript;
  let at = 0;
  while (at < folded.length) {
    const script = scriptAt(folded, at);
    if (script !== running) {
      if (running !== noScript) {
        words.push({ text: folded.slice(start, at), start, end: at });
      }
      start = at;
      running = script;
    }
    at += (folded.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  if (running !== noScript) {
    words.push({ text: folded.slice(start), start, end: folded.length });
  }
  return words;
}

/** One or more neighbouring words of a question, joined so that they can be compared with a name. */
export type WordWindow = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /**
   * For a single word, its possible base forms, the most likely one first. For several words, the same words with
   * digits instead of spoken numbers.
   */
  readonly stems: readonly string[];
  /** The letters of the text, as `letterSet` returns them. */
  readonly letters: number;
  /** Whether some name has the same outline (see `outlineOf`) as the text or as one of its stems. */
  readonly mayBeName: boolean;
};

const insideName = /^[\s\-:'.&_!®/+]{0,3}$/;
const maxWindowWords = 7;
const maxWindowLetters = 40;
/**
 * Maximum number of words of a window that may be a misspelt name. A window of at most so many words is returned even
 * if no name has its outline.
 */
const maxMisspeltWords = 3;
const minMisspeltLetters = 4;
const noStems: readonly string[] = [];
const noWindows: readonly WordWindow[] = [];

/**
 * Returns the runs of up to seven words with only spaces and light punctuation between them, the longest first. Runs
 * that can be neither a name nor a misspelt name are left out.
 * @param isOutline returns whether any name has an outline.
 */
export function windowsOf(
  folded: string,
  words: readonly Word[] = wordsOf(folded),
  isOutline: (outline: number) => boolean = () => true,
): WordWindow[] {
  const goesOn = words.map((word, at) => at > 0 && insideName.test(folded.slice(words[at - 1]?.end, word.start)));
  const letterSets = words.map(({ text }) => letterSet(text));
  const byCount: WordWindow[][] = [[], [], [], [], [], [], []];
  words.forEach((first, at) => {
    let length = 0;
    let letters = 0;
    let inWords = false;
    for (let count = 1; count <= maxWindowWords; count += 1) {
      const word = words[at + count - 1];
      if (word === undefined || (count > 1 && goesOn[at + count - 1] !== true)) {
        return;
      }
      length += word.text.length;
      letters |= letterSets[at + count - 1] ?? 0;
      if (length > maxWindowLetters) {
        return;
      }
      inWords ||= digitsOfNumbers.has(word.text);
      const stems = count === 1 ? stemsOf(first.text) : inWords ? [inDigits(words, at, count)] : noStems;
      const outline = outlineFrom(length, first.text.charCodeAt(0), folded.charCodeAt(word.end - 1), letters);
      const mayBeName = isOutline(outline) || stems.some((stem) => isOutline(outlineOf(stem)));
      if (mayBeName || (count <= maxMisspeltWords && length >= minMisspeltLetters)) {
        const text = joined(words, at, count);
        byCount[count - 1]?.push({ text, start: first.start, end: word.end, words: count, stems, letters, mayBeName });
      }
    }
  });
  const inOrder: WordWindow[] = [];
  for (let count = maxWindowWords; count > 0; count -= 1) {
    for (const window of byCount[count - 1] ?? noWindows) {
      inOrder.push(window);
    }
  }
  return inOrder;
}

/** Returns the outline of a word: a number computed from its length, its first and last letter, and its letter set. */
export function outlineOf(word: string): number {
  return outlineFrom(word.length, word.charCodeAt(0), word.charCodeAt(word.length - 1), letterSet(word));
}

/** Number of different outlines. Every outline is below this number. */
export const outlineSpace = 1 << 16;

function outlineFrom(length: number, first: number, last: number, letters: number): number {
  return Math.imul(letters + length * 1_031 + first * 67 + last, 0x9e3779b1) >>> 16;
}

function joined(words: readonly Word[], at: number, count: number): string {
  let text = '';
  for (let next = at; next < at + count; next += 1) {
    text += words[next]?.text ?? '';
  }
  return text;
}

const digitsOfNumbers: ReadonlyMap<string, string> = new Map(
  'zero one two three four five six seven eight nine ten'.split(' ').map((word, number) => [word, String(number)]),
);

/** Returns joined words with digits instead of spoken numbers: "left four dead two" becomes "left4dead2". */
function inDigits(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ text }) => digitsOfNumbers.get(text) ?? text)
    .join('');
}

/** Returns the letters of a word as a bit set. Letters whose codes differ by a multiple of 32 have the same bit. */
export function letterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    letters |= 1 << (word.charCodeAt(at) % 32);
  }
  return letters;
}

/** Returns the number of letters that are in only one of two letter sets. */
export function differingLetters(a: number, b: number): number {
  let count = 0;
  for (let rest = a ^ b; rest !== 0; rest &= rest - 1) {
    count += 1;
  }
  return count;
}

const latinEndings = new Set(
  's u i a e un in yi ya ye da de ta te nu ni na nun nin dan den tan ten la le daki deki oyna'.split(' '),
);
const maxLatinEnding = 4;
const minLatinStem = 5;
const maxCyrillicEnding = 3;
const minCyrillicStem = 4;

/** Returns the possible forms of a word without its ending: Russian cases, Turkish suffixes and a plural. */
function stemsOf(word: string): readonly string[] {
  if (scriptAt(word, 0) === cyrillic) {
    const cuts = Math.min(maxCyrillicEnding, word.length - minCyrillicStem);
    return Array.from({ length: Math.max(0, cuts) }, (_, cut) => word.slice(0, -(cut + 1)));
  }
  if (word.length <= minLatinStem) {
    return noStems;
  }
  for (let length = maxLatinEnding; length > 0; length -= 1) {
    if (latinEndings.has(word.slice(-length))) {
      return word.length - length >= minLatinStem ? [word.slice(0, -length)] : noStems;
    }
  }
  return noStems;
}
