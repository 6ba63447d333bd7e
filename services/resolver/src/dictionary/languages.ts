import { dataRows } from '../data-files.ts';
import { dictionaryOf } from './dictionary.ts';

/**
 * If two languages translate a word differently, the earlier language in this list wins. So languages with more users
 * come first.
 */
const languages = [
  'english',
  'spanish',
  'portuguese',
  'french',
  'german',
  'italian',
  'russian',
  'turkish',
  'chinese',
  'japanese',
  'korean',
  'dutch',
  'polish',
  'indonesian',
  'vietnamese',
  'hindi',
  'arabic',
  'persian',
  'hebrew',
  'ukrainian',
  'czech',
  'romanian',
  'scandinavian',
  'hungarian',
  'greek',
  'finnish',
  'thai',
  'urdu',
  'bengali',
  'tagalog',
  'swahili',
];

/** The dictionary of all languages that the resolver reads besides plain English, from `data/dictionary`. */
export const dictionary = dictionaryOf(languages.map((language) => dataRows(`dictionary/${language}.tsv`)));
