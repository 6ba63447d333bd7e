/**
 * Returns an upper bound of what two providers have in common, in words such as "at most 12 % in common". Empty without a
 * bound.
 * @param parts the bound in parts per 10,000; zero means no bound.
 */
export function shareText(parts: number): string {
  return parts === 0 ? '' : `at most ${parts / 100} % in common`;
}
