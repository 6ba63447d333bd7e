import { correctTypos } from '../typo-correction.ts';
import type { Word } from '../words.ts';
import { isFree, type ClaimedCharacters } from './mention.ts';

/** Returns the text with spaces in place of claimed characters. */
export function maskClaimed(folded: string, claimed: ClaimedCharacters): string {
  let text = '';
  let from = 0;
  while (from < folded.length) {
    const free = claimed[from] === 0;
    let to = from + 1;
    while (to < folded.length && (claimed[to] === 0) === free) {
      to += 1;
    }
    text += free ? folded.slice(from, to) : ' '.repeat(to - from);
    from = to;
  }
  return text;
}

/**
 * Returns the words of the text that are not claimed, with typos corrected. If a part of a word is claimed, the rest is
 * corrected again.
 * @param words the words of the text.
 * @param corrected the same words with typos corrected.
 */
export function freeWords(words: readonly Word[], corrected: readonly Word[], claimed: ClaimedCharacters): Word[] {
  const free: Word[] = [];
  words.forEach((word, at) => {
    if (isFree(claimed, word.start, word.end)) {
      free.push(corrected[at] ?? word);
    } else {
      free.push(...correctTypos(freeParts(word, claimed)));
    }
  });
  return free;
}

function freeParts({ text, start, end }: Word, claimed: ClaimedCharacters): Word[] {
  const parts: Word[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at === end || claimed[at] === 1) {
      if (at > from) {
        parts.push({ text: text.slice(from - start, at - start), start: from, end: at });
      }
      from = at + 1;
    }
  }
  return parts;
}
