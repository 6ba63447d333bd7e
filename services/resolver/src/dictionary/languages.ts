import { dataRows } from '../data-files.ts';
import { dictionaryOf } from './dictionary.ts';

/**
 * Languages with more users come first, because the earlier language wins when two languages translate a word
 * differently.
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
