import { findGame } from '@assay/catalog/game-names';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import { onlyValue, type FilledParam } from './filled-param.ts';

/**
 * Finds a game by app id or by name. A name that is in no table counts only if it is written like the name of a game.
 */
export function fillGame(parsed: ParsedQuestion): FilledParam {
  const { appIds, games, gamesElsewhere, gameLikeNames, doubtfulGames } = parsed.entities;
  const named = parsed.named.get('game');
  if (named !== undefined && findGame(named) !== undefined) {
    return { value: named };
  }
  const known = onlyValue([...appIds, ...games].map(({ value }) => findGame(value)?.name ?? value));
  if (known !== undefined) {
    return known;
  }
  if (gamesElsewhere.length > 0) {
    return { problem: 'other_platform' };
  }
  const likely = gameLikeNames.length > 0 ? gameLikeNames : doubtfulGames;
  return onlyValue(likely.map(({ value }) => findGame(value)?.name ?? value));
}
