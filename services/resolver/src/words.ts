/** A word of a question: folded, of one script, with its place. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

const wordPattern =
  /[\p{Script=Latin}\p{Nd}]+|[\p{Script=Cyrillic}]+|\p{Script=Hangul}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/** Cuts folded text into words of one script each; a run of a script without spaces is one word. */
export function wordsOf(folded: string): Word[] {
  return Array.from(folded.matchAll(wordPattern), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Neighbouring words of a question, written together: what a name is compared with. */
export type Window = { readonly text: string; readonly start: number; readonly end: number; readonly words: number };

const insideName = /^[\s\-:'.&_!®/+]{0,3}$/;
const windowWordsMax = 7;
const windowLettersMax = 40;

/** Every run of up to seven words that nothing but spaces and light punctuation parts, the longest runs first. */
export function windowsOf(folded: string): Window[] {
  const words = wordsOf(folded);
  const byCount: Window[][] = Array.from({ length: windowWordsMax }, () => []);
  words.forEach((first, at) => {
    let text = '';
    for (let count = 1; count <= windowWordsMax; count += 1) {
      const word = words[at + count - 1];
      const before = words[at + count - 2];
      if (word === undefined || (count > 1 && !insideName.test(folded.slice(before?.end, word.start)))) {
        return;
      }
      text += word.text;
      if (text.length > windowLettersMax) {
        return;
      }
      byCount[count - 1]?.push({ text, start: first.start, end: word.end, words: count });
    }
  });
  return byCount.toReversed().flat();
}
