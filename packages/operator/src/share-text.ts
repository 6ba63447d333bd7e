/**
 * Returns what a pair has in common at most, in words such as "at most 12 % in common". Empty while nothing bounds it.
 * @param parts in parts per 10,000; zero without a bound.
 */
export function shareText(parts: number): string {
  return parts === 0 ? '' : `at most ${parts / 100} % in common`;
}
