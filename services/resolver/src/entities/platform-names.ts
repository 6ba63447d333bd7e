import { wordList } from '../data-files.ts';
import { fold } from '../question-text.ts';
import { claim, isFree, markClaimed, type ClaimedCharacters, type Mention } from './mention.ts';
import { matchesOf } from '../matches.ts';

const platform = String.raw`(?:farcaster|warpcast|twitt?er|x\.com|x(?!\.\p{L})|ツイッター|推特|트위터|тв[иі]ттер\p{L}*|تويتر|توییتر|טוויטר|ทวิต(?:เตอร์)?|ट्विटर|एक्स)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])`;
const hasPlatform = new RegExp(String.raw`(?<![\p{L}\p{N}'])${platform}`, 'u');
const name = String.raw`["'“]?(?<name>[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9_])?)["'”]?(?![\p{L}\p{N}@]|\.[\p{L}\p{N}])`;
/**
 * Text that may follow a name of one word. If another word follows instead, both words are usually the name of a
 * person: "elon musk".
 */
const edge = String.raw`(?=\s*(?:$|[,.;:?!)/|(-])|\s+(?:on|at|in|have|has|got|get|gets|now|rn|atm|currently|right|today|please|pls|plz|twitter|x|farcaster|warpcast|sur|auf|en|em|su|na|в|有|having|number|count|hat|tiene|a|tem|ha|as|and|from|for|per|is|are|so|live|post|tweet|follow|followers|right|how|altogether|until|di|pe|ko|ke|sa|sto)(?![\p{L}]))`;
const counted =
  'followers?|following|follower ?(?:count|number|nr|nb|numbers?|counts?)|followings?|followed|fans|posts?|tweets?|casts?|count|seguidores|abonnes|abonnements|anhanger|volgers|takipci(?:si)?|подписчик\\p{L}*|obserwujacych';
const article = "(?:the |a |el |la |le |der |die |das |user |account |profile |handle |guy |person |username |l[’'])*";

/**
 * The places where a question that names a platform can name an account. The most certain place comes first. A plain
 * word is the name of an account only in one of these places.
 */
const positions: readonly RegExp[] = [
  String.raw`(?:user ?name|handle|(?<!(?:^|[/\n>] ?))user|account|acct|profile|screen[ _]name|nick(?:name)?|@)(?: name| handle)?(?: there)?(?:(?: is| e| est| es|'s| =|:| called| named)?:? |["']\s?[:=]\s?)${name}`,
  String.raw`(?:under(?: the name(?: of)?)?|by the name of|name there is|called|unter|bajo|sous) ${name}`,
  String.raw`(?:account|profile|page)(?: on ${platform})?, ${name}(?=[,.])`,
  String.raw`${name}(?:'s|’s)? (?:${counted}) (?:on|at|in|auf|sur|en) (?:the )?${platform}`,
  String.raw`(?:${counted})(?: \p{L}+){0,2}? (?:of|for|from|does|do|has|did|is|de|von|di|van|du|d'|da|do|der|у) ${article}${name}${edge}`,
  String.raw`(?:does|do|has|hat|have|tiene|a|tem|ha|did|is) ${article}${name} (?:over|past|above|written|said|stalking|have|has|got|get|at|on|sitting|standing|currently|now|hat|in|sur|auf|en|em|su|na|post|tweet|tweeted|posted|follow|following)`,
  String.raw`(?:follow|follows|following|suivent|siguen|folgen|seguono|seguem|obserwuje) (?!on |in |at |back )${article}${name}${edge}`,
  String.raw`(?:${counted}) ${name} (?:got|has|have|gets|hat|tiene|a|tem|ha|di|sa)(?![\p{L}])`,
  String.raw`^\W*${name} (?:ko|kitn[eoi]|ke|ka|ki|di|sur|pa)(?![\p{L}])`,
  String.raw`${name}(?:'s|s'|’s)?,? (?:\(|on |@ |at |- |\/ |auf |sur |en |em |su |na |в |w |op )(?:the )?${platform}`,
  String.raw`${name}(?:'s|’s)? ${platform}`,
  String.raw`${platform}(?: account| profile| handle| user)?(?: of| for|:|,)? ${name}`,
  String.raw`${name}(?:'s|’s) (?:${counted})`,
  String.raw`^\W*${name},? ${platform}`,
  String.raw`^\W*${name} (?:${counted})`,
  String.raw`(?<=["“])${name}(?=["”])(?!["”]\s*:)`,
  String.raw`(?<=\()${name}(?=\))`,
  String.raw`(?<name>[a-z][a-z0-9]*(?:_[a-z0-9_]+|[a-z]{3}\d{2,}))(?![\p{L}\p{N}@]|\.[\p{L}\p{N}])`,
].map((source) => new RegExp(String.raw`(?<![\p{L}\p{N}])${source}`, 'gdu'));

/** A word with a capital inside, such as "BillGates". Hardly any words except account names look like this. */
const mixedCase = /(?<![\p{L}\p{N}@._/-])[A-Z][a-z]+[A-Z][A-Za-z0-9]{0,28}(?![\p{L}\p{N}@_]|\.[\p{L}\p{N}])/gu;
/** Scripts other than Latin. In a text in such a script, a Latin word is probably a name. */
const otherScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Cyrillic}\p{Script=Greek}]/gu;
const latinWord = /(?<![A-Za-z0-9@._])[A-Za-z][A-Za-z0-9_]{2,29}(?![A-Za-z0-9_@]|\.[A-Za-z0-9])/g;
const latinLetter = /[A-Za-z]/g;

/** Words that are not names, although they occur in the places of `positions`. */
const notNames = new Set(wordList('no-account-names'));

/** Brands with a capital letter inside, and names that bots use for themselves. */
const nameless = new Set(
  'youtube tiktok linkedin whatsapp snapchat autogpt chatgpt github wordpress onlyfans json'.split(' '),
);

/**
 * Words before a noun that describes somebody: "our pastor", "that clown". A name does not follow them, unless the word
 * "account" follows the name: "the nasa account".
 */
const describing =
  /(?<![\p{L}])(?:the|(?<!(?:il|elle|y) )a|an|my|our|your|his|her|their|this|that|some|mi|tu|su|mon|mein|meine|unser|unsere|meu|minha|mio|mia)\s+["“(]?$/u;
/** Matches what follows a participle, which is not a name: "the account identified in the annex". */
const describedBy = /^\s+(?:in|by|as|on|under|above)\s/u;
const accountWord = /^\s+(?:account|profile|page|handle|acct|acc)(?![\p{L}])/u;

/**
 * Finds the name of an account on X or Farcaster without an `@`: "followers of nasa on twitter". The text must name the
 * platform, and the name must be in one of the places of `positions`.
 */
export function findPlatformNames(text: string, folded: string, claimed: ClaimedCharacters): Mention[] {
  if (!hasPlatform.test(folded)) {
    return [];
  }
  const written = findWrittenNames(text, claimed);
  return written.length > 0 ? written : findPlacedNames(folded, claimed);
}

/**
 * Finds names by how they are written: with a capital letter inside the word, or in Latin letters within another
 * script.
 */
function findWrittenNames(text: string, claimed: ClaimedCharacters): Mention[] {
  const foreign = (text.match(otherScript)?.length ?? 0) > (text.match(latinLetter)?.length ?? 0) / 2;
  const found = [...matchesOf(mixedCase, text), ...(foreign ? matchesOf(latinWord, text) : [])]
    .map(({ 0: word, index }) => ({
      value: fold(word),
      start: index,
      end: index + word.length,
      strength: 'unknown' as const,
    }))
    .filter(({ value, start, end }) => !notNames.has(value) && !nameless.has(value) && isFree(claimed, start, end));
  const [only] = found;
  if (only === undefined || found.some(({ value }) => value !== only.value)) {
    return [];
  }
  markClaimed(claimed, only.start, only.end);
  return [only];
}

function findPlacedNames(folded: string, claimed: ClaimedCharacters): Mention[] {
  const found: Mention[] = [];
  for (const position of positions) {
    for (const match of matchesOf(position, folded)) {
      const [start, end] = match.indices?.groups?.['name'] ?? [0, 0];
      const value = folded.slice(start, end);
      const described = describing.test(folded.slice(0, start)) && !accountWord.test(folded.slice(end));
      if (
        !notNames.has(value) &&
        !described &&
        !(value.endsWith('ed') && describedBy.test(folded.slice(end, end + 8))) &&
        !/^\d+(?:k|m|b|mm|mil|mio|mln)?$/.test(value) &&
        isFree(claimed, start, end)
      ) {
        claim(found, { value, start, end, strength: 'unknown' }, claimed);
        return found;
      }
    }
  }
  return found;
}
