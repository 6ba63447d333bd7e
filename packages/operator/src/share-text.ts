/**
 * Returns words for how much two providers have at most in common, such as "at most 12 % in common". Empty when no
 * bound is known.
 * @param parts the bound in parts per 10,000; zero means no bound.
 */
export function shareText(parts: number): string {
  return parts === 0 ? '' : `at most ${parts / 100} % in common`;
}
