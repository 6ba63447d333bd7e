import { useSearchParams } from 'wouter';

/**
 * Returns a value of the page that its URL contains, and a function that changes it. A link to the page, a reload and
 * the back button therefore keep filters and selections.
 * @param name the name of the value in the query of the URL.
 * @param fallback the value of a URL without it. The URL never contains the fallback.
 * @param allowed the valid values. An unknown value in the URL counts as the fallback. Absent: every text is valid.
 */
export function useUrlValue(
  name: string,
  fallback = '',
  allowed?: readonly string[],
): readonly [value: string, set: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const given = params.get(name) ?? fallback;
  const value = allowed === undefined || allowed.includes(given) ? given : fallback;
  const set = (next: string): void =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next === fallback) {
          changed.delete(name);
        } else {
          changed.set(name, next);
        }
        return changed;
      },
      { replace: true },
    );
  return [value, set];
}
