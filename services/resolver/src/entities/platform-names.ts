import { claim, isFree, type ClaimedCharacters, type Mention } from './mention.ts';

const platform = String.raw`(?:farcaster|warpcast|twitt?er|x\.com|x(?!\.\p{L})|ツイッター|推特|트위터|твиттер\p{L}*)(?![\p{L}\p{N}])`;
const hasPlatform = new RegExp(String.raw`(?<![\p{L}\p{N}'])${platform}`, 'u');
const name = String.raw`["'“]?(?<name>[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9_])?)["'”]?(?![\p{L}\p{N}@]|\.[\p{L}\p{N}])`;
/** What may follow a name of one word. Another word would make it the name of a person: "elon musk". */
const edge = String.raw`(?=\s*(?:$|[,.;:?!)/|(-])|\s+(?:on|at|in|have|has|got|get|gets|now|rn|atm|currently|right|today|please|pls|plz|twitter|x|farcaster|warpcast|sur|auf|en|em|su|na|в|有|having|number|count|hat|tiene|a|tem|ha|as|and|from|for|per|is|are|so|live|post|tweet|follow|followers|right)(?![\p{L}]))`;
const counted =
  'followers?|following|follower ?(?:count|number|nr|nb|numbers?|counts?)|followings?|followed|fans|posts?|tweets?|casts?|count|seguidores|abonnes|abonnements|anhanger|volgers|takipci(?:si)?|подписчик\\p{L}*|obserwujacych';
const article = "(?:the |a |el |la |le |der |die |das |user |account |profile |handle |guy |person |username |l[’'])*";

/**
 * The positions of an account's name in a question that names its platform, the surest first. Only a fixed position
 * makes a plain word a name.
 */
const positions: readonly RegExp[] = [
  String.raw`(?:user ?name|handle|user|account|acct|profile|screen name|nick(?:name)?|@)(?: name| handle)?(?:(?: is| =|:| called| named)?:? |["']\s?[:=]\s?)${name}`,
  String.raw`(?:under(?: the name(?: of)?)?|by the name of|name there is|called|unter|bajo|sous) ${name}`,
  String.raw`${name}(?:'s|’s)? (?:${counted}) (?:on|at|in|auf|sur|en) (?:the )?${platform}`,
  String.raw`(?:${counted})(?: \p{L}+){0,2}? (?:of|for|from|does|do|has|did|is|de|von|di|van|du|d'|da|do|der|у) ${article}${name}${edge}`,
  String.raw`(?:does|do|has|hat|have|tiene|a|tem|ha|did|is) ${article}${name} (?:have|has|got|get|at|on|sitting|standing|currently|now|hat|in|sur|auf|en|em|su|na|post|tweet|tweeted|posted|follow|following)`,
  String.raw`(?:follow|follows|following|suivent|siguen|folgen|seguono|seguem|obserwuje) (?!on |in |at |back )${article}${name}${edge}`,
  String.raw`(?:${counted}) ${name} (?:got|has|have|gets|hat|tiene|a|tem|ha)(?![\p{L}])`,
  String.raw`${name}(?:'s|s'|’s)?,? (?:\(|on |@ |at |- |\/ |auf |sur |en |em |su |na |в |w |op )(?:the )?${platform}`,
  String.raw`${name}(?:'s|’s)? ${platform}`,
  String.raw`${platform}(?: account| profile| handle| user)?(?: of| for|:|,)? ${name}`,
  String.raw`${name}(?:'s|’s) (?:${counted})`,
  String.raw`(?<name>[a-z][a-z0-9]*(?:_[a-z0-9_]+|[a-z]{3}\d{2,}))(?![\p{L}\p{N}@]|\.[\p{L}\p{N}])`,
].map((source) => new RegExp(String.raw`(?<![\p{L}\p{N}])${source}`, 'gdu'));

/** Words that stand where a name may stand and are none. */
const notNames = new Set(
  `a an the my our your his her its their this that these those it he she they we i you me him them us who whom what which whose how when where why
  many much number numbers count counts counted total live current currently now right today latest exact real actual please pls plz thanks thx on in at of for from to by with
  and or but not no nr is are was were be been has have had do does did got get gets can could would will should may might just only still also even ever
  x twitter farcaster warpcast bluesky mastodon bsky instagram tiktok youtube facebook threads reddit linkedin telegram discord twitch platform
  account accounts acct profile profiles profil handle handles user users username name names page bio follower followers following followed follow follows fans people person folks
  post posts posted tweet tweets tweeted cast casts someone somebody anyone anybody everyone nobody guy guys dude man woman girl boy kid friend boss ceo founder team company brand
  called figure figures headcount audience reach crowd tally total totals size stat stats back backs botted stalking popular subs ct fllwr fllwrs flwrs ko pe udah brp hesabi konto numbers popularity once
  new old same other another one two first second last own each every all some any both few several more most less than as so if then there here
  check show tell give need want look find see know count let say said says ask asked compare send make set fake bot bots spam verified big small top best
  el la los las le les un una une der die das den dem ein eine de du des d l il lo gli di da do dos das em no na su sur auf en su como cuantos cuantas quantos combien wie viele quanti
  tiene tienen hat haben a ont tem ha hanno cuenta compte konto conta perfil acc accs um uh er hmm rn atm tbd unknown appeared ist está esta hai ka ki ke pe actor singer artist president official because since while dm dms link number's our's profile's`.split(
    /\s+/,
  ),
);

/**
 * A word before a noun that describes somebody: "our pastor", "that clown". Nobody says it before a name, unless the
 * word "account" follows: "the nasa account".
 */
const describing =
  /(?<![\p{L}])(?:the|(?<!(?:il|elle|y) )a|an|my|our|your|his|her|their|this|that|some|mi|tu|su|mon|mein|meine|unser|unsere|meu|minha|mio|mia)\s+$/u;
const accountWord = /^\s+(?:account|profile|page|handle|acct|acc)(?![\p{L}])/u;

/**
 * Finds the name of an account on X or Farcaster that has no `@`: "followers of nasa on twitter". It needs the name of
 * the platform and a position that only an account can have.
 */
export function findPlatformNames(folded: string, claimed: ClaimedCharacters): Mention[] {
  if (!hasPlatform.test(folded)) {
    return [];
  }
  const found: Mention[] = [];
  for (const position of positions) {
    for (const match of folded.matchAll(position)) {
      const [start, end] = match.indices?.groups?.['name'] ?? [0, 0];
      const value = folded.slice(start, end);
      const described = describing.test(folded.slice(0, start)) && !accountWord.test(folded.slice(end));
      if (
        !notNames.has(value) &&
        !described &&
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
