import { isFree, type Mention, type Taken } from './mention.ts';

const integerPattern =
  /(?<![\p{L}\p{N}.,$€£_-])\d{1,3}(?:[,_ ]\d{3})+(?![\p{L}\p{N}]|[.,_]\d)|(?<![\p{L}\p{N}.,$€£_-])\d{1,20}(?![\p{L}\p{N}]|[.,_]\d)/gu;

/** Finds whole numbers, with or without separators of thousands; what comes out is digits alone. Takes nothing. */
export function findAmounts(text: string, taken: Taken): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(integerPattern)) {
    const end = match.index + match[0].length;
    if (isFree(taken, match.index, end)) {
      found.push({ value: match[0].replace(/[,_ ]/g, ''), start: match.index, end, strength: 'sure' });
    }
  }
  return found;
}
