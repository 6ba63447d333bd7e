import { findGame } from '@assay/catalog/game-names';
import type { Reading } from '../entities/extract.ts';
import { onlyValue, type Found } from './found.ts';

/** A game by app id or by name; a name that no table has counts only when it is written like one. */
export function fillGame(reading: Reading): Found {
  const { appIds, games, gamesElsewhere, gameLikeNames } = reading.entities;
  const named = reading.named.get('game');
  if (named !== undefined && findGame(named) !== undefined) {
    return { value: named };
  }
  const known = onlyValue([...appIds, ...games].map(({ value }) => findGame(value)?.name ?? value));
  if (known !== undefined) {
    return known;
  }
  return gamesElsewhere.length > 0 ? { problem: 'other_platform' } : onlyValue(gameLikeNames.map(({ value }) => value));
}
