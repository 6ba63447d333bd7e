import { isFree, type Mention, type ClaimedCharacters } from './mention.ts';
import { matchesOf } from '../matches.ts';

/**
 * Words after a number that multiply it, such as "million". A number before such a word is ignored, because its digits
 * alone are not the amount.
 */
const multiples = 'thousand|mille|mil|million|billion|mio|mln|mrd|milli|milh|bin|тыс|млн|милли|万|萬|만|억|亿|億|千|百';
const before = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}$€£_]|\p{N}[.,'’/]|-)`;
const after = String.raw`(?!\p{N}|[.,_'’/]\p{N}|%|\s?(?:bps|bp|percent)(?![\p{L}\p{N}])|[\p{Script=Latin}\p{Script=Cyrillic}]|\s?(?:${multiples}))`;
const unitBeside = String.raw`(?=\s?(?:lamports?|base|raw|units?|atoms?|[nu])(?![\p{L}\p{N}]))`;
/**
 * A whole number with the same separator between all groups of thousands. If the separator is a full stop, there must
 * be at least two, because many languages read "1.500" as one and a half.
 */
const grouped = String.raw`\d{1,3}(?:(?:,\d{3})+|(?:_\d{3})+|(?: \d{3})+|(?:\.\d{3}){2,}|(?:['’]\d{3}){1,})`;
const integerPattern = new RegExp(`${before}(?:${grouped}|\\d{1,20})(?:${after}|${unitBeside})`, 'gu');

/**
 * Finds whole numbers, with or without separators of thousands. The values of the mentions contain only digits. Claims
 * no characters.
 */
export function findAmounts(text: string, claimed: ClaimedCharacters): Mention[] {
  const found: Mention[] = [];
  for (const match of matchesOf(integerPattern, text)) {
    const end = match.index + match[0].length;
    if (isFree(claimed, match.index, end)) {
      const value = match[0].replace(/\D/g, '').replace(/^0+(?=\d)/, '');
      found.push({ value, start: match.index, end, strength: 'sure' });
    }
  }
  return found;
}
