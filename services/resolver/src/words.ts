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
