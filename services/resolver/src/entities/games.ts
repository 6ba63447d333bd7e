import { games } from '@assay/catalog/tables/games';
import { everydayGameNames, gamesElsewhere } from '@assay/catalog/tables/games-apart';
import { wordList } from '../data-files.ts';
import { fold } from '../question-text.ts';
import { claim, isFree, markClaimed, type Mention, type ClaimedCharacters } from './mention.ts';
import { findMisspelt, findNames, indexNames } from './name-index.ts';
import type { WordWindow } from '../words.ts';
import { matchesOf } from '../matches.ts';

const everyday = new Set(everydayGameNames.map((name) => fold(name)));
const index = indexNames(
  games.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((known) => ({ name: known, value: name, everyday: everyday.has(fold(known)) })),
  ),
);
const elsewhereIndex = indexNames(gamesElsewhere.map((name) => ({ name, value: name })));

const appIdPattern =
  /(?<![\p{L}\p{N}])(?:steam\s+)?(?:app(?:lication)?[\s_-]?id|app|steam[\s_-]?(?:id|number)(?: thing)?(?: says| is)?|steampowered\.com\/app\/|アプリ\s?id|应用\s?id|앱\s?(?:id|아이디)|айди)["']?\s*[:=#/]?\s*["']?(\d{2,8})(?!\p{N})|(?<=store\.steampowered\.com\/app\/)(\d{2,8})/gu;
const quoted =
  /"([^"\n]{2,60})"|«([^»\n]{2,60})»|「([^」\n]{2,40})」|『([^』\n]{2,40})』|《([^》\n]{2,40})》|(?<![\p{L}\p{N}])'([^'\n]{2,60})'(?![\p{L}\p{N}])/gu;
const capitalised =
  /\p{Lu}[\p{L}\p{N}'’:.-]*(?:\s+(?:(?:of|the|and|to|in|at|from|for|de|la|le|der|die|das|von|&|a|an)\s+){0,2}(?:\p{Lu}[\p{L}\p{N}'’:.-]*|\d{1,4}(?![\p{L}\p{N}])))*/gu;

/** An article that begins a sentence, before a name. */
const article = /^(?:The|A|An|Our|My)\s/;

const maxNameWords = 6;

/** Capitalised words that are not part of a game's name, even at the beginning of a sentence or next to a name. */
const notNames = new Set(wordList('no-game-names'));

/**
 * Mentions of Steam games. `doubtful` contains everyday words that are also names of games. It is empty if `games` is
 * not.
 */
export type GamesFound = { readonly games: readonly Mention[]; readonly doubtful: readonly Mention[] };

/**
 * Finds Steam games by name or short form, and claims their characters. With `everydayToo`, a name that is also an
 * ordinary word counts as a certain mention of the game.
 */
export function findGames(
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
  everydayToo: boolean,
): GamesFound {
  const before = claimed.slice();
  const found = findNames(index, folded, windows, claimed);
  const certain = found.filter(({ strength }) => strength !== 'everyday');
  if (everydayToo && certain.length === 0) {
    return { games: found, doubtful: [] };
  }
  claimed.set(before);
  for (const { start, end } of certain) {
    markClaimed(claimed, start, end);
  }
  return { games: certain, doubtful: certain.length > 0 ? [] : found };
}

/** Finds misspelt names of Steam games. */
export function findMisspeltGames(windows: readonly WordWindow[], claimed: ClaimedCharacters): Mention[] {
  return findMisspelt(index, windows, claimed, true, false);
}

/** Finds games that are not on Steam. */
export function findGamesElsewhere(
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
): Mention[] {
  return findNames(elsewhereIndex, folded, windows, claimed);
}

/** Finds Steam app ids: numbers after a word such as "appid". */
export function findAppIds(folded: string, claimed: ClaimedCharacters): Mention[] {
  const found: Mention[] = [];
  for (const match of matchesOf(appIdPattern, folded)) {
    const value = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].lastIndexOf(value);
    claim(found, { value, start, end: start + value.length, strength: 'sure' }, claimed);
  }
  return found;
}

/**
 * Finds names that may be games although they are in no table: quoted text, or capitalised words if nothing is quoted.
 * Claims no characters. Use it only for a question that clearly asks for players.
 */
export function findGameLikeNames(text: string, claimed: ClaimedCharacters): Mention[] {
  const found: Mention[] = [];
  for (const match of matchesOf(quoted, text.replace(/[“”„]/g, '"'))) {
    const value = match.slice(1).find((group) => group !== undefined) ?? '';
    const isName = /\p{L}/u.test(value) && !isSaid(value) && trimName(value) !== '' && !isPronoun(value);
    if (isFree(claimed, match.index, match.index + match[0].length) && isName) {
      found.push({ value: value.trim(), start: match.index, end: match.index + match[0].length, strength: 'unknown' });
    }
  }
  if (found.length > 0 || text === text.toUpperCase()) {
    return found;
  }
  for (const match of matchesOf(capitalised, text)) {
    const name = trimName(match[0]);
    const start = match.index + match[0].indexOf(name);
    const end = start + name.length;
    const isOneWord = !/[\s"'«(]/.test(name);
    const opensSentence = /(?:^|[.!?\n:>])[\s"'*_-]*$/.test(
      text.slice(0, article.test(match[0]) ? match.index : start),
    );
    const isLabel = text[end] === ':' && !opensSentence;
    const isPlaced = /^ on steam/i.test(text.slice(end, end + 9));
    const isOther = isOneWord && ((opensSentence && !isPlaced) || isLabel);
    if (name.length >= 3 && !isOther && isFree(claimed, start, end)) {
      found.push({ value: name, start, end, strength: 'unknown' });
    }
  }
  return found;
}

/** Returns whether quoted text begins with a possessive or demonstrative word: "his game". */
function isPronoun(value: string): boolean {
  return /^(?:my|his|her|our|their|that|this)\s/i.test(value);
}

/** Returns whether quoted text is speech and not a name: a question, or many words. */
function isSaid(value: string): boolean {
  return /[?!]/.test(value) || value.split(/\s+/).length > maxNameWords || /^(?:how|who|what|is|are)\s/i.test(value);
}

function trimName(run: string): string {
  const words = run.replace(/[.:'’-]+$/, '').split(/\s+/);
  while (words.length > 0 && isNoName(words[0] ?? '')) {
    words.shift();
  }
  while (words.length > 0 && isNoName(words.at(-1) ?? '')) {
    words.pop();
  }
  return words.join(' ');
}

/**
 * Returns whether a word can neither begin nor end a name. It also recognises contractions, such as "I've" and
 * "you'll".
 */
function isNoName(word: string): boolean {
  const plain = fold(word).replace(/[^\p{L}\p{N}']/gu, '');
  return notNames.has(plain) || notNames.has(plain.replace(/'(?:ve|ll|d|re|m)$/, ''));
}
