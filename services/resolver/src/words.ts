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
/** A cache of the script of each UTF-16 unit: 0 when unknown, else the index in `scripts` plus 1. */
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

/** Splits folded text into words of one script each. A run of a script without spaces is one word. */
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

/** Neighbouring words of a question, joined for comparison with a name. */
export type WordWindow = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** Possible base forms of a single word, the likeliest first. For several words: the words with numbers in digits. */
  readonly stems: readonly string[];
  /** The letters of the text, as `letterSet` returns them. */
  readonly letters: number;
};

const insideName = /^[\s\-:'.&_!®/+]{0,3}$/;
const maxWindowWords = 7;
const maxWindowLetters = 40;
const noStems: readonly string[] = [];

/** Returns all runs of up to seven words with only spaces and light punctuation between them, the longest first. */
export function windowsOf(folded: string, words: readonly Word[] = wordsOf(folded)): WordWindow[] {
  const goesOn = words.map((word, at) => at > 0 && insideName.test(folded.slice(words[at - 1]?.end, word.start)));
  const letterSets = words.map(({ text }) => letterSet(text));
  const byCount: WordWindow[][] = Array.from({ length: maxWindowWords }, () => []);
  words.forEach((first, at) => {
    let text = '';
    let letters = 0;
    for (let count = 1; count <= maxWindowWords; count += 1) {
      const word = words[at + count - 1];
      if (word === undefined || (count > 1 && goesOn[at + count - 1] !== true)) {
        return;
      }
      text += word.text;
      letters |= letterSets[at + count - 1] ?? 0;
      if (text.length > maxWindowLetters) {
        return;
      }
      const stems = count === 1 ? stemsOf(text) : inDigits(words.slice(at, at + count));
      byCount[count - 1]?.push({ text, start: first.start, end: word.end, words: count, stems, letters });
    }
  });
  return byCount.toReversed().flat();
}

const digitsOfNumbers: ReadonlyMap<string, string> = new Map(
  'zero one two three four five six seven eight nine ten'.split(' ').map((word, number) => [word, String(number)]),
);

/** Returns joined words with spoken numbers in digits, as in "left four dead two". Empty when there are no such words. */
function inDigits(words: readonly Word[]): readonly string[] {
  return words.some(({ text }) => digitsOfNumbers.has(text))
    ? [words.map(({ text }) => digitsOfNumbers.get(text) ?? text).join('')]
    : noStems;
}

/** Returns the letters of a word as a bit set. Letters whose codes differ by a multiple of 32 share a bit. */
export function letterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    letters |= 1 << (word.charCodeAt(at) % 32);
  }
  return letters;
}

const latinEndings = new Set(
  's u i a e un in yi ya ye da de ta te nu ni na nun nin dan den tan ten la le daki deki oyna'.split(' '),
);
const maxLatinEnding = 4;
const minLatinStem = 5;
const maxCyrillicEnding = 3;
const minCyrillicStem = 4;

/** Returns a word without its case ending: Russian cases, Turkish suffixes and a plural. */
function stemsOf(word: string): readonly string[] {
  if (scriptAt(word, 0) === cyrillic) {
    const cuts = Math.min(maxCyrillicEnding, word.length - minCyrillicStem);
    return Array.from({ length: Math.max(0, cuts) }, (_, cut) => word.slice(0, -(cut + 1)));
  }
  for (let length = Math.min(maxLatinEnding, word.length); length > 0; length -= 1) {
    if (latinEndings.has(word.slice(-length))) {
      return word.length - length >= minLatinStem ? [word.slice(0, -length)] : [];
    }
  }
  return noStems;
}
