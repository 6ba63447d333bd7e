import { mastodonHandle } from '@assay/catalog/social-accounts';
import { topLevelDomains } from '@assay/catalog/tables/top-level-domains';
import { wordList } from '../data-files.ts';
import { claim, claimMatches, type ClaimedCharacters, type Mention } from './mention.ts';
import { matchesOf } from '../matches.ts';

const domainRun = /(?<![A-Za-z0-9._@-])(@?)([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})(?![A-Za-z0-9_@-])/g;
const profileLink = /https?:\/\/(?:www\.)?bsky\.app\/profile\/([A-Za-z0-9.:-]{3,253})(?:\/[^\s]{0,200})?/g;
const didRun = /(?<![A-Za-z0-9])did:(?:plc:[a-z2-7]{24}(?![A-Za-z0-9])|web:[A-Za-z0-9.%:-]{1,200})/g;
const bareAtName = /(?<![A-Za-z0-9._@-])@([A-Za-z0-9_-]{2,30})(?![A-Za-z0-9_.-]*[@.][A-Za-z0-9])/g;
const mastodonName =
  /(?<![A-Za-z0-9._@-])@?[A-Za-z0-9_]{1,30}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}(?![A-Za-z0-9_@-])/g;
const farcasterName = /(?<![A-Za-z0-9._@-])@?([A-Za-z0-9-]{1,63}(?:\.base)?(?:\.farcaster)?\.eth)(?![A-Za-z0-9_@-])/g;
/** A domain name as people say it: "jay dot bsky dot team". */
const spokenRun = /(?<![\p{L}\p{N}])[a-z0-9-]{1,63}(?:\s+dot\s+[a-z0-9-]{1,63}){1,4}(?![\p{L}\p{N}])/giu;
/** A Mastodon account as people say it: "gargron at mastodon dot social". */
const spokenAt =
  /(?<![\p{L}\p{N}])(?<user>[a-z0-9_]{2,30})\s+at\s+(?<host>[a-z0-9-]{1,63}(?:\s+dot\s+[a-z0-9-]{1,63}){1,3})(?![\p{L}\p{N}])/giu;
const notUsers = new Set(
  'followers following posts toots people who count number is are am look him her them it'.split(' '),
);
const ownSite = 'bsky.app';
/**
 * Words before "bsky.app" which show that the question means the site. Without them, it means the account with this
 * name.
 */
const beforePlace =
  /(?:^|[^\p{L}\p{N}])(?:on|at|via|from|in|into|to|using|auf|bei|sur|en|em|no|na|su|в|на)\s+(?:the\s+)?$|\/$/iu;
const afterPlace = /^(?:\/|上|で|に|에서|['’]?[dt][ae](?![\p{L}]))/u;
/**
 * Top-level domains that are also file extensions. A name with such an ending is a handle only in a question about a
 * profile.
 */
const fileEndings = new Set('mov zip py md rs sh js ts java'.split(' '));
const socialWords =
  /bsky|blue ?sky|mast[oa]don|fediverse|far ?caster|warpcast|follow|flwrs|folg|volg|toots?(?![a-z])|posts?(?![a-z])|status(?:es)?(?![a-z])|beitr[aä]g|obserw|pengikut|seguidor|segue|siguen?|abonn|подписч|takip[cç]i|フォロ|粉丝|팔로/iu;
/** Hosts whose names show that they run Mastodon. On any other host, `user@host` may be an e-mail address. */
const fediverseHost =
  /@(?:[\w-]+\.)*(?:[\w-]*(?:mast[oa]don|mstdn|masto|toot|fedi|social|fosstodon|hachyderm|pleroma|misskey|akkoma)[\w-]*|infosec|mas)\.[\w.-]+$/iu;
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Well-known sites. A question that contains such a name means the site, not an account with this name. */
const sites = new Set(wordList('sites'));

/**
 * Finds handles whose form shows their platform: domain names and profile links of Bluesky, `@user@host` of Mastodon,
 * and `name.eth` of Farcaster. Skips e-mail addresses and well-known sites.
 */
export function findHandles(text: string, claimed: ClaimedCharacters): Mention[] {
  const found: Mention[] = [];
  const claimHandle = (value: string, start: number, end: number): void =>
    claim(found, { value: value.toLowerCase(), start, end, strength: 'sure' }, claimed);
  for (const match of matchesOf(profileLink, text, 'bsky.app/profile/')) {
    const name = (match[1] ?? '').replace(/\.+$/, '');
    if (isHandle(name.toLowerCase(), true)) {
      claimHandle(name, match.index, match.index + match[0].length);
    }
  }
  const social = socialWords.test(text);
  for (const { 0: whole, index } of matchesOf(mastodonName, text, '@')) {
    const marked = social || whole.startsWith('@') || fediverseHost.test(whole);
    if (marked && mastodonHandle(whole.replace(/^@/, '').toLowerCase()) !== undefined) {
      claimHandle(whole.replace(/^@/, ''), index, index + whole.length);
    }
  }
  for (const match of matchesOf(farcasterName, text, '.eth')) {
    claimHandle(match[1] ?? '', match.index, match.index + match[0].length);
  }
  for (const { 0: whole, index, groups = {} } of social ? matchesOf(spokenAt, text) : []) {
    const user = (groups['user'] ?? '').toLowerCase();
    const name = `${user}@${withDots(groups['host'] ?? '')}`;
    if (!notUsers.has(user) && fediverseHost.test(name) && mastodonHandle(name) !== undefined) {
      claimHandle(name, index, index + whole.length);
    }
  }
  for (const match of social ? matchesOf(spokenRun, text) : []) {
    const name = withDots(match[0]);
    if (name.endsWith('.eth') || isHandle(name, false, true)) {
      claimHandle(name, match.index, match.index + match[0].length);
    }
  }
  for (const match of matchesOf(domainRun, text, '.')) {
    const [whole, at = '', name = ''] = match;
    const end = match.index + whole.length;
    if (
      isHandle(name.toLowerCase(), at !== '', social) ||
      isOwnSiteAccount(name.toLowerCase(), text, match.index, end)
    ) {
      claimHandle(name, match.index, end);
    }
  }
  return found.filter(({ value }) => !found.some((other) => isSpelledOut(value, other.value)));
}

function withDots(spoken: string): string {
  return spoken.toLowerCase().replace(/\s+dot\s+/g, '.');
}

/**
 * Returns whether a handle equals another one without its first letter. When a speaker spells a name, dictation
 * software writes such pairs: "p frazee dot com, p f r a z e e dot com".
 */
function isSpelledOut(value: string, other: string): boolean {
  return other.length === value.length + 1 && other.endsWith(value);
}

/** Finds DIDs, the permanent identifiers of accounts. */
export function findDids(text: string, claimed: ClaimedCharacters): Mention[] {
  const found: Mention[] = [];
  for (const match of matchesOf(didRun, text, 'did:')) {
    const value = match[0].replace(/[.:]+$/, '');
    claim(found, { value, start: match.index, end: match.index + value.length, strength: 'sure' }, claimed);
  }
  return found;
}

/** Finds `@name` without a domain, which does not identify an account. */
export function findBareNames(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([, name = '']: RegExpMatchArray): string => name;
  return claimMatches(text, { pattern: bareAtName, needed: '@', strength: 'unknown', valueOf }, claimed);
}

/**
 * Returns whether the name of a site means the account of the site. "Followers of bsky.app" means the account, and
 * "followers on bsky.app" means the platform.
 */
function isOwnSiteAccount(name: string, text: string, start: number, end: number): boolean {
  const place =
    beforePlace.test(text.slice(Math.max(0, start - 12), start)) || afterPlace.test(text.slice(end, end + 4));
  return name === ownSite ? !place : name.endsWith(`.${ownSite}`) && !name.startsWith('www.') && isHandle(name, true);
}

function isHandle(name: string, marked: boolean, social = false): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  if (
    name.length > 253 ||
    !labels.every((part) => part.length <= 63 && label.test(part)) ||
    !/^[a-z]{2,}$/.test(last)
  ) {
    return false;
  }
  return (
    marked ||
    (((social && fileEndings.has(last)) || topLevelDomains.has(last)) &&
      !sites.has(name) &&
      !sites.has(labels.slice(-2).join('.')))
  );
}
