/** A word of a question: folded, of one script, with its place. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Scripts that make words; letters of different ones never share a word. */
const scripts = [
  /^[\p{Script=Latin}\p{Nd}]/u,
  /^\p{Script=Cyrillic}/u,
  /^\p{Script=Hangul}/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
];
const noScript = scripts.length + 1;
const cyrillic = 2;
/** The script of every UTF-16 unit that was met: its place in `scripts` from 1 on, or 0 for one not met yet. */
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

/** Cuts folded text into words of one script each; a run of a script without spaces is one word. */
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

/** Neighbouring words of a question, written together: what a name is compared with. */
export type Window = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** What a single word may be an inflected form of, the likeliest first; empty for several words. */
  readonly stems: readonly string[];
  /** The letters that occur, as `letterSet` gives them. */
  readonly letters: number;
};

const insideName = /^[\s\-:'.&_!®/+]{0,3}$/;
const windowWordsMax = 7;
const windowLettersMax = 40;
const noStems: readonly string[] = [];

/** Every run of up to seven words that nothing but spaces and light punctuation parts, the longest runs first. */
export function windowsOf(folded: string, words: readonly Word[] = wordsOf(folded)): Window[] {
  const goesOn = words.map((word, at) => at > 0 && insideName.test(folded.slice(words[at - 1]?.end, word.start)));
  const letterSets = words.map(({ text }) => letterSet(text));
  const byCount: Window[][] = Array.from({ length: windowWordsMax }, () => []);
  words.forEach((first, at) => {
    let text = '';
    let letters = 0;
    for (let count = 1; count <= windowWordsMax; count += 1) {
      const word = words[at + count - 1];
      if (word === undefined || (count > 1 && goesOn[at + count - 1] !== true)) {
        return;
      }
      text += word.text;
      letters |= letterSets[at + count - 1] ?? 0;
      if (text.length > windowLettersMax) {
        return;
      }
      const stems = count === 1 ? stemsOf(text) : noStems;
      byCount[count - 1]?.push({ text, start: first.start, end: word.end, words: count, stems, letters });
    }
  });
  return byCount.toReversed().flat();
}

/** Which letters a word has, as bits; letters whose codes differ by a multiple of 32 share one. */
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
const latinEndingMax = 4;
const latinStemMin = 5;
const cyrillicEndingMax = 3;
const cyrillicStemMin = 4;

/** A word without its case ending: Russian cases, Turkish suffixes written without an apostrophe, a plural. */
function stemsOf(word: string): readonly string[] {
  if (scriptAt(word, 0) === cyrillic) {
    const cuts = Math.min(cyrillicEndingMax, word.length - cyrillicStemMin);
    return Array.from({ length: Math.max(0, cuts) }, (_, cut) => word.slice(0, -(cut + 1)));
  }
  for (let length = Math.min(latinEndingMax, word.length); length > 0; length -= 1) {
    if (latinEndings.has(word.slice(-length))) {
      return word.length - length >= latinStemMin ? [word.slice(0, -length)] : [];
    }
  }
  return noStems;
}
