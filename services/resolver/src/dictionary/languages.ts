import { arabic } from './arabic.ts';
import { bengali } from './bengali.ts';
import { chinese } from './chinese.ts';
import { czech } from './czech.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { finnish } from './finnish.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { dictionaryOf } from './dictionary.ts';
import { greek } from './greek.ts';
import { hebrew } from './hebrew.ts';
import { hindi } from './hindi.ts';
import { hungarian } from './hungarian.ts';
import { indonesian } from './indonesian.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { persian } from './persian.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { romanian } from './romanian.ts';
import { russian } from './russian.ts';
import { scandinavian } from './scandinavian.ts';
import { spanish } from './spanish.ts';
import { swahili } from './swahili.ts';
import { tagalog } from './tagalog.ts';
import { thai } from './thai.ts';
import { turkish } from './turkish.ts';
import { ukrainian } from './ukrainian.ts';
import { urdu } from './urdu.ts';
import { vietnamese } from './vietnamese.ts';

/** The dictionary of all languages that the resolver reads beside English. Languages of more users come first, because
 * an earlier one wins where two differ. */
export const dictionary = dictionaryOf([
  english,
  spanish,
  portuguese,
  french,
  german,
  italian,
  russian,
  turkish,
  chinese,
  japanese,
  korean,
  dutch,
  polish,
  indonesian,
  vietnamese,
  hindi,
  arabic,
  persian,
  hebrew,
  ukrainian,
  czech,
  romanian,
  scandinavian,
  hungarian,
  greek,
  finnish,
  thai,
  urdu,
  bengali,
  tagalog,
  swahili,
]);
