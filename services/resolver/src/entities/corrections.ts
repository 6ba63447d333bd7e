import type { Mention } from './mention.ts';

/** Words that take back the words before them, as in "ETH, no wait, SOL". They match folded text. */
const takingBack =
  "no,? (?:no|wait|sorry|actually|not (?:that|the)|scratch|i mean|make|on|in|at|the other|it['’]?s|aspetta|attends)|wait,? (?:no|not|sorry|it s|it's|that|i mean)|hang on|hold on,? no|nah,? (?:make|not)|should(?: have|['’ ]?ve)? been|should be|instead of that|sorry|i mean(?:t)?|i meant to|scratch (?:that|the)|strike that|correction|corrected|the correct|never ?mind|nvm|make (?:it|that)|forget (?:that|it)|oops|whoops|my bad|my mistake|by mistake|changed (?:his|her|my|our|their) mind|my earlier (?:note|message)|or rather|rather|no(?=\\s*(?:[^\\s\\p{L}\\p{N}]|$))|uh no|um no" +
  '|perdon|perdao|nahi,? ruko|digo|quise decir|mejor dicho|no,? espera|pardon|je veux dire|plutot|euh non|ich meine|entschuldigung|quatsch|besser gesagt|desculpa|quero dizer|alias|ops|anzi|scusa|volevo dire|cioe|точнее|вернее|то есть|ой|yani|pardon|daha dogrusu|不对|不是|说错了|應該是|应该是|いや|じゃなくて|ではなく|間違え|아니|아니다|말고';
const correction = new RegExp(`(?<![\\p{L}\\p{N}])(?:${takingBack})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`, 'u');
/**
 * Maximum number of letters between a value and its correction. In a longer gap, such words usually refer to something
 * else.
 */
const defaultGapLetters = 60;
/** A "no" without further words takes back only the word right before it: "terraria no valheim". */
const bareNo =
  /^[\s,]*(?:(?:uh|um|er|euh|ah)[\s,]+)*(?:no|non|nein|нет|hayir|nao)[\s,]+(?:(?:the|its|it's|just|le|la|el|il)\s+)*$/u;
/** A "no" after the end of a sentence answers that sentence and takes nothing back: "Is it BTC? No. It is ETH." */
const answering = /[.?!]\s*(?:no|non|nein|нет|hayir)\s*[.,!]/u;
/** Words before a value which always say that this value is not meant: "not BTC". */
const ruledOut = 'not|forget|ignore|scrap|skip|drop|never ?mind|nicht|pas|instead of|rather than';
const ruledOutBefore = beforeMention(ruledOut);
/**
 * The words of `ruledOut`, and words for "no". After "no", the value may also be the one that is meant, such as Bybit
 * in "OKX, no, Bybit".
 */
const deniedBefore = beforeMention(`${ruledOut}|nao|non|no|не`);

/**
 * Drops the mentions that a later mention takes back, as in spoken text: "BTC, no wait, SOL". Also drops a mention
 * after "not", unless it is the only one.
 * @param folded the folded text of the question.
 * @param maxGapLetters the maximum distance between the two mentions.
 */
export function withoutCorrected<Found extends Mention<unknown>>(
  mentions: readonly Found[],
  folded: string,
  maxGapLetters = defaultGapLetters,
): Found[] {
  if (mentions.length < 2) {
    return [...mentions];
  }
  const affirmed = withoutDenied(mentions, folded, ruledOutBefore);
  let left: Found[] = [];
  let before: Found | undefined;
  for (const mention of affirmed) {
    const gap = before === undefined ? '' : folded.slice(before.end, mention.start);
    if (before !== undefined && takesBack(gap, maxGapLetters)) {
      const wrong = JSON.stringify(before.value);
      left =
        wrong === JSON.stringify(mention.value) ? left : left.filter(({ value }) => JSON.stringify(value) !== wrong);
    }
    left.push(mention);
    before = mention;
  }
  return withoutDenied(left, folded, deniedBefore);
}

/** Returns whether the words between two mentions take the first one back. */
export function takesBack(gap: string, maxGapLetters = defaultGapLetters): boolean {
  return gap.length <= maxGapLetters && (bareNo.test(gap) || (correction.test(gap) && !answering.test(gap)));
}

/**
 * Drops each mention after "not", and an earlier mention with the same value, if other values remain. Example: "ETH,
 * no, not ETH, LINK".
 */
function withoutDenied<Found extends Mention<unknown>>(
  mentions: readonly Found[],
  folded: string,
  denying: RegExp,
): Found[] {
  const denied = mentions.filter(({ start }) => denying.test(folded.slice(Math.max(0, start - 24), start)));
  const lastDenied = new Map(denied.map(({ value, start }) => [JSON.stringify(value), start]));
  const meant = mentions.filter(({ value, start }) => start > (lastDenied.get(JSON.stringify(value)) ?? -1));
  return meant.length === 0 ? [...mentions] : meant;
}

/**
 * Returns a pattern that matches these words at the end of the text before a mention, with at most one small word
 * between them.
 */
function beforeMention(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}])(?:${words})\s+(?:the\s+|on\s+|for\s+|about\s+|that\s+|in\s+|at\s+|with\s+)?$`,
    'u',
  );
}
